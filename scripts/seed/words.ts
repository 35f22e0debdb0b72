/** Words that generated data is put together from. */

export const GIVEN_NAMES =
  'Amara Anton Beatriz Bilal Carla Chidi Dana Diego Elif Emre Farah Felix Greta Gustavo Hanna Hiro Ingrid Ivan Jana Jamal Kavya Klaus Lara Leon Malik Mei Nadia Noah Olga Oscar Paula Pavel Qiu Rania Rafael Saskia Simon Tara Tariq Ursula Vera Viktor Wanda Xavier Yara Yusuf Zoe'.split(
    ' ',
  );
export const FAMILY_NAMES =
  'Abbott Almeida Bakker Banerjee Castillo Costa Dahl Demir Eriksen Fischer Fontaine Garcia Hansen Hughes Ibrahim Ito Jansen Kaya Kim Kovacs Larsen Lopez Maier Mbeki Moreno Nagy Nowak Okoye Olsen Park Perez Quinn Rossi Sato Schmidt Silva Tran Ueda Varga Weber Xu Yilmaz Zhang'.split(
    ' ',
  );
export const CATEGORIES = ['Design', 'Development', 'Content', 'Operations', 'Research', 'Testing'];
export const PROJECT_NAMES = [
  'Booking site',
  'Member area',
  'Price calculator',
  'Field app',
  'Reporting',
  'Help centre',
  'Ticket shop',
  'Course platform',
  'Stock list',
  'Partner portal',
];
export const VERBS = [
  'Review',
  'Draft',
  'Build',
  'Test',
  'Simplify',
  'Measure',
  'Replace',
  'Translate',
  'Document',
  'Plan',
  'Fix',
  'Prepare',
  'Check',
  'Design',
  'Move',
];
export const OBJECTS = [
  'the sign-up form',
  'the price list',
  'the search results',
  'the booking calendar',
  'the confirmation mail',
  'the start page',
  'the print view',
  'the customer import',
  'the payment step',
  'the picture gallery',
  'the opening hours',
  'the monthly report',
  'the error pages',
  'the image sizes',
  'the staging server',
  'the old addresses',
  'the help texts',
  'the filter bar',
  'the table of contents',
  'the seat plan',
  'the invoice template',
  'the terms of service',
  'the photo upload',
  'the weekly backup',
];
export const COMMENTS = [
  'The first version is ready to look at.',
  'Waiting for the texts, everything else is done.',
  'Works on phones too now.',
  'The numbers do not add up yet, I will look again tomorrow.',
  'Agreed in the call: the short form first.',
  'Who can give me access to the old server?',
  'Tried with three people, two of them missed the button.',
  'Please check the wording of the second paragraph.',
  'Moved to next week, the supplier is late.',
  'Looks good to me.',
];
