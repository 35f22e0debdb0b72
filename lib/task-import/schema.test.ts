import { describe, expect, test } from 'vitest';
import { UnreadableFile } from '@/lib/table-file/decode';
import { orderIn, readDate } from '@/lib/task-import/schema.dates';
import { inOrder, LETTERS_LOST } from '@/lib/task-import/schema.file';
import { jiraMarkdown } from '@/lib/task-import/schema.markup';
import { readTasks } from '@/lib/task-import/schema.table';
import { readBoard } from '@/lib/task-import/schema.trello';
import { priorityOf, statusOfList } from '@/lib/task-import/vocabulary';

/** Files of other programs, read: what real ones hold, and what hostile ones do. */

const reading = { dayOrder: 'dmy', zone: 'UTC' } as const;
const csv = (text: string) => readTasks('csv', text, reading);
const said = (work: () => unknown) =>
  Promise.resolve()
    .then(work)
    .then(
      () => 'read',
      (error) => (error instanceof UnreadableFile ? error.message : `${error}`),
    );

describe('a date', () => {
  test.each([
    ['2024-03-05', '2024-03-05', null],
    ['2024-03-05T22:30:00.000Z', '2024-03-05', '2024-03-05T22:30:00.000Z'],
    ['2024-03-05 08:15', '2024-03-05', '2024-03-05T08:15:00.000Z'],
    ['2024-03-05T08:15:00+0200', '2024-03-05', '2024-03-05T06:15:00.000Z'],
    ['28/Apr/20 11:40 AM', '2020-04-28', '2020-04-28T11:40:00.000Z'],
    ['28/Apr/20 12:05 AM', '2020-04-28', '2020-04-28T00:05:00.000Z'],
    ['28/Apr/2020 23:40', '2020-04-28', '2020-04-28T23:40:00.000Z'],
    ['Apr 28, 2020, 11:40 PM', '2020-04-28', '2020-04-28T23:40:00.000Z'],
    ['Tuesday, April 28, 2020', '2020-04-28', null],
    ['28. März 2021', '2021-03-28', null],
    ['04.Mär.2024 09:00', '2024-03-04', '2024-03-04T09:00:00.000Z'],
    ['2024年3月5日', '2024-03-05', null],
    ['2024-03-05 08:15 GMT+0200', '2024-03-05', '2024-03-05T06:15:00.000Z'],
    ['3 févr. 2021', '2021-02-03', null],
    ['05.03.2024', '2024-03-05', null],
    ['05.03.24 14:30', '2024-03-05', '2024-03-05T14:30:00.000Z'],
    ['05/03/2024', '2024-03-05', null],
    ['19/lip/23 11:43 AM', '2023-07-19', '2023-07-19T11:43:00.000Z'],
    ['04/dic/25 3:05 p. m.', '2025-12-04', '2025-12-04T15:05:00.000Z'],
    ['14/ноя/23 10:00', '2023-11-14', '2023-11-14T10:00:00.000Z'],
    ['14/май/23', '2023-05-14', null],
    ['14/Ağu/23', '2023-08-14', null],
    ['14/led/25', '2025-01-14', null],
    ['٠٥\u200f/٠٣\u200f/٢٠٢٤', '2024-03-05', null],
    ['۲۰۲۴-۰۳-۰۵ ۰۸:۱۵', '2024-03-05', '2024-03-05T08:15:00.000Z'],
    ['２０２４／０３／０５', '2024-03-05', null],
    ['26/5月/25 3:05 下午', '2025-05-26', '2025-05-26T15:05:00.000Z'],
  ])('%s', (text, day, at) => expect(readDate(text)).toEqual({ day, at }));

  test.each([
    'soon',
    '31.02.2024',
    '2024-13-01',
    '12',
    '99/99/9999',
    '2024-03-05 25:00',
    '1'.repeat(200),
    '1900-01-01',
  ])('is not %s', (text) => expect(readDate(text)).toBeNull());

  test('that is a moment has the day of whoever imports', () =>
    expect(readDate('2024-03-05T22:30:00.000Z', 'dmy', 'Asia/Tokyo')?.day).toBe('2024-03-06'));

  test('with slashes is read as the others of its file are', () => {
    const told = (...texts: string[]) => orderIn(texts.map((text) => ({ text })));
    expect(told('01/02/2024', '01/25/2024')).toEqual({ order: 'mdy', unclear: null });
    expect(told('01-02-2024', '25-01-2024')).toEqual({ order: 'dmy', unclear: null });
    expect(told('٠١/٢٥/٢٠٢٤').order).toBe('mdy');
    const alone = ['12/12/2024', '12/11/2024', '11/12/2024', '12/13/2024', '13/12/2024', '12/31/2024', '31/12/2024'];
    expect(alone.map((text) => told(text).order)).toEqual([null, null, null, 'mdy', 'dmy', 'mdy', 'dmy']);
    expect(told('02/02/2024', '2024-01-02', '01/02/24')).toEqual({ order: null, unclear: { text: '01/02/24' } });
    expect(readDate('01/02/2024', 'mdy')?.day).toBe('2024-01-02');
  });
});

test.each<[number | null, string]>([
  [1, 'To Do|TODO|Not started|Pending|Tareas por hacer|Do zrobienia|Tarefas pendentes'],
  [2, 'In Progress|Doing|In Bearbeitung|In Process|En curso|W toku|Em andamento|進行中'],
  [3, 'Code Review|QA|Testing'],
  [4, 'Done ✅|Erledigt|Closed|Completed|Finalizada|Listo|Gotowe|Concluído|Готово|Delivered'],
  [5, 'Backlog|Someday/Maybe|Backlogs'],
  [null, 'Marketing|List of things|Delivery'],
])('words status %s is that of the lists %s', (status, lists) => {
  for (const list of lists.split('|')) expect([list, statusOfList(list)]).toEqual([list, status]);
});

test.each<[string, string]>([
  ['urgent', 'Highest'],
  ['high', 'Major|P1|Alta'],
  ['medium', 'Medium'],
  ['low', 'Lowest|Baja'],
  ['none', '|Alternative'],
])('words the priority %s is that of %s', (priority, words) => {
  for (const word of words.split('|')) expect([word, priorityOf(word)]).toEqual([word, priority]);
});

describe('a hostile file is answered in words', () => {
  test.each<[string, string, RegExp]>([
    ['nothing', '', /empty/],
    ['a missing quotation mark', 'Title\n"one\ntwo\n', /quotation mark/],
    ['no title', 'Foo,Bar\n1,2\n', /titles/],
    ['only commas', ','.repeat(5_000), /columns at most|empty|titles/],
  ])('%s', async (_, given, words) => expect(await said(() => csv(given))).toMatch(words));

  test('a table of more tasks than 20,000', async () =>
    expect(await said(() => csv(`Title\n${'x\n'.repeat(20_001)}`))).toMatch(/20000 tasks/));

  test('a cell of ten million letters', async () => {
    expect(await said(() => csv(`Title\n"${'x'.repeat(10_000_000)}"\n`))).toMatch(/too long/);
    const { errors, tasks } = await csv(`Title,Description\nOne,${'x'.repeat(60_000)}\nTwo,ok\n`);
    expect(errors).toEqual([{ line: 2, message: 'The description is too long: at most 50000 characters.' }]);
    expect(tasks.map(({ title }) => title)).toEqual(['Two']);
  });

  test.each([
    ['no JSON', '{"cards":', /not JSON/],
    ['another JSON', '{"hello":[1]}', /not a Trello board/],
    ['a list', '[]', /not a Trello board/],
    ['deep JSON', `{"lists":${'['.repeat(200_000)}${']'.repeat(200_000)},"cards":[]}`, /not a Trello board|not JSON/],
    ['cards without number', `{"lists":[{"id":"a","name":"A"}],"cards":[${'0,'.repeat(20_001)}0]}`, /20000 tasks/],
  ])('%s instead of a board', async (_, text, words) =>
    expect(await said(() => readBoard(text, { archived: false, zone: 'UTC' }))).toMatch(words),
  );

  test('a board whose parts are not as they should be gives the cards that are', () => {
    const file = readBoard(
      JSON.stringify({
        name: { toString: 1 },
        lists: [{ id: 'l', name: 'To do', pos: 'x' }, null, 7],
        cards: [
          null,
          { id: 'a', name: 'Good', idList: 'l', labels: 'no', idMembers: 5, __proto__: { polluted: true } },
          { id: 'b', name: ' ', idList: 'l' },
          { id: 'c', name: 'Lost', idList: 'zz' },
        ],
        actions: [{ type: 'commentCard', data: null }],
        checklists: [{ checkItems: {} }],
      }).replace('{"toString":1}', '"Board"'),
      { archived: false, zone: 'UTC' },
    );
    expect(file.tasks.map(({ title }) => title)).toEqual(['Good']);
    expect(file.errors.map(({ line }) => line).sort()).toEqual([1, 3, 4]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test('control characters, half letters and formulas are text', async () => {
    const { tasks } = await csv('Title,Description\n"=HYPERLINK(""x"")\u0007",a\u0000b\n');
    expect(tasks).toMatchObject([{ title: '=HYPERLINK("x")', description: 'a\ufffdb'.replace('\ufffd', '') }]);
  });
});

const boardOf = (card: object, rest: object = {}) =>
  readBoard(
    JSON.stringify({
      name: 'B',
      lists: [{ id: 'l', name: 'To do' }],
      ...rest,
      cards: [{ id: 'a', name: 'Card', idList: 'l', ...card }],
    }),
    { archived: true, zone: 'UTC' },
  );
const lostIn = (file: { lost: { message: string }[] }) => file.lost.map(({ message }) => message);

test.each<[string, object, string[]]>([
  ['a date that is none', { due: 'nonsense' }, ['“Card”: its due date “nonsense” is no date.']],
  [
    'a start after the end',
    { start: '2026-05-02T00:00:00Z', due: '2026-05-01T00:00:00Z' },
    ['“Card”: its start date 2026-05-02 is after its due date.'],
  ],
  [
    'a date of a checklist',
    { checklists: [{ id: 'c', name: 'C', checkItems: [{ name: 'One', state: '', due: 'never' }] }] },
    ['“Card”: its date of “One” “never” is no date.'],
  ],
  ['half a letter', { desc: 'a\ud83d' }, [LETTERS_LOST]],
  ['a NUL', { desc: 'a\0b' }, ['A NUL, which no text has, was taken out.']],
])('%s of a card is named', (_, card, lost) => expect(lostIn(boardOf(card))).toEqual(lost));

test.each([
  ['c1', 'blue'],
  ['c2', 'orange yellow'],
  ['c4', 'purple'],
  ['c5', 'red pink'],
  ['c6', 'green lime'],
  ['c7', 'sky'],
  ['c8', 'black'],
])('%s is the nearest of %s, light or dark', (tint, colours) => {
  const labels = colours.split(' ').flatMap((colour) => ['', '_light', '_dark'].map((shade) => colour + shade));
  const [task] = boardOf({ labels: labels.map((color) => ({ name: '', color })) }).tasks;
  expect(task?.labels.map(({ colour }) => colour)).toEqual(labels.map(() => tint));
});

test('what is cut, or has heaps of marks, is named once', async () => {
  const long = 'l'.repeat(61);
  const heap = `Z${'\u0301'.repeat(20)}oe`;
  const { lost } = await csv(`Title,Labels,Category\nOne,${long},${heap}\n${heap},${long.toUpperCase()},\n`);
  expect(lost.map(({ line, message }) => `${line} ${message.normalize('NFD').replace(/\u0301+/g, '')}`)).toEqual([
    `2 The label “${long}” is cut: it may have 60 characters.`,
    '2 The category “Zoe” has too many marks on one letter: four are kept.',
    '3 The title “Zoe” has too many marks on one letter: four are kept.',
  ]);
  const effort = { customFieldItems: [{ idCustomField: 'f', value: { text: 'x'.repeat(300) } }] };
  expect(lostIn(boardOf(effort, { customFields: [{ id: 'f', name: 'Effort', type: 'text' }] }))).toEqual([
    '“Effort” is cut: its first 200 characters are kept.',
  ]);
});

test('a quotation mark within a cell is a letter of it', async () => {
  const cells = ['5" pipe', 'Said "hi" there', '"Draft" v2', '"a, ""b"""'];
  const { tasks, errors } = await csv(`Title,Status\n${cells.map((cell) => `${cell},Pending\n`).join('')}`);
  expect(errors).toEqual([]);
  expect(tasks.map(({ title }) => title)).toEqual(['5" pipe', 'Said "hi" there', '"Draft" v2', 'a, "b"']);
});

test('parents come before their subtasks, and nobody is its own ancestor', async () => {
  const { tasks } = await csv('Id,Title,Parent\na,A,c\nb,B,a\nc,C,b\nd,D,e\ne,E,\nf,F,f\n');
  const at = new Map(tasks.map(({ source_id }, place) => [source_id, place]));
  for (const { source_id, parent } of tasks)
    if (parent !== null) expect(at.get(parent)).toBeLessThan(at.get(source_id) as number);
  expect(tasks.filter(({ parent }) => parent === null)).toHaveLength(3);
  expect(inOrder(tasks)).toEqual(tasks);
});

test('a long title is cut, and stands whole in the description, as do lines of a checklist', async () => {
  const item = 'i'.repeat(201);
  const { tasks } = await csv(`Title,Description,Checklist\n${'word '.repeat(100)},Rest,\nShort,,${item}\n`);
  expect(tasks[1]?.checklist[0]?.title).toBe(`${'i'.repeat(199)}…`);
  expect(tasks[1]?.description).toBe(`- ${item}`);
  expect([...(tasks[0]?.title ?? '')]).toHaveLength(200);
  expect(tasks[0]?.description).toBe(`${'word '.repeat(100).trim()}\n\nRest`);
});

describe('Asana', () => {
  const asana = (text: string) => readTasks('asana', text, reading);

  test('has tasks without a section, which are in no list', async () => {
    const { tasks, lists } = await asana(
      'Task ID,Name,Section/Column\n1,One,(no section)\n2,Two,Untitled section\n3,Three,Doing\n',
    );
    expect([tasks.map(({ list }) => list), lists]).toEqual([[null, null, 'Doing'], ['Doing']]);
  });

  test('has days alone, and says who follows a task', async () => {
    const { tasks, people } = await asana(
      'Task ID,Created At,Completed At,Name,Assignee,Assignee Email,Collaborators\n1,2024-08-01,2024-08-02,One,,,"ann@a.test, joe@a.test"\n2,,,Two,Ann,ann@a.test,\n',
    );
    expect(tasks).toMatchObject([
      {
        created_at: '2024-08-01T12:00:00.000Z',
        completed_at: '2024-08-02T12:00:00.000Z',
        watchers: ['Ann', 'joe@a.test'],
        notes: [],
      },
      { assignees: ['Ann'] },
    ]);
    expect([...people]).toEqual([
      ['joe@a.test', { name: 'joe@a.test', email: 'joe@a.test' }],
      ['Ann', { name: 'Ann', email: 'ann@a.test' }],
    ]);
  });
});

test.each([
  // The editor writes an address as a link to itself.
  ['[https://a.org|https://a.org|smart-link] or [https://a.org]', '<https://a.org> or <https://a.org>'],
  ['[*here*|https://a.org/b_(c)]', '[**here**](<https://a.org/b_(c)>)'],
  ['https://a.org/x/-/y and https://a.org/-/z, -gone-', 'https://a.org/x/-/y and https://a.org/-/z, ~~gone~~'],
  ['{{/a/-/-/b}} is {{GET /a/{id}}}, *{{b}}*', '`/a/-/-/b` is `GET /a/{id}`, **`b`**'],
  ['{{a *b* c}} \ue0000\ue001 &#57344;0&#57345;', '`a *b* c` 0 0'],
])('Jira’s markup “%s”: code and addresses stay as they are', (jira, markdown) =>
  expect(jiraMarkdown(jira)).toBe(markdown),
);

describe('Jira', () => {
  const jira = (text: string) => readTasks('jira', text, reading);

  test.each([
    [
      'German',
      'Zusammenfassung,Vorgangsschlüssel,Vorgangs-ID,Vorgangstyp,Status,Projektname,Priorität,Lösung,Zugewiesene Person,ID der zugewiesenen Person,Autor,ID des Autors,Erstellt,Erledigt,Fälligkeitsdatum,Stimmen,Stichwörter,Beschreibung,Umgebung,Beobachter,ID des Beobachters,Arbeit protokollieren,Ursprüngliche Schätzung,Restschätzung,Σ Benötigte Zeit,Anhang,Ausgehende Vorgangsverknüpfung (Blocks),Benutzerdefinierte Felder (Start date),Benutzerdefinierte Felder (Colour),Kommentar,Statuskategorie,Übergeordnet,Parent summary',
      '04/Mär/24 2:05 PM',
      'In Arbeit',
    ],
    [
      'Spanish',
      'Resumen,Clave de incidencia,ID de la incidencia,Tipo de Incidencia,Estado,Nombre del proyecto,Prioridad,Resolución,Persona asignada,ID de la persona asignada,Informador,ID del informador,Creada,Resuelta,Fecha de vencimiento,Votos,Etiquetas,Descripción,Entorno,Interesados,ID de los interesados,Registrar Horas de Trabajo,Estimación original,Trabajo restante estimado,Σ Tiempo Trabajado,Adjunto,Enlace de incidencia saliente (Blocks),Campo personalizado (Fecha de inicio),Campo personalizado (Colour),Comentario,Categoría de estado,Clave principal,Parent summary',
      '04/mar/24 2:05 PM',
      'En curso',
    ],
    [
      'Portuguese',
      'Resumo,Chave da item,ID da item,Tipo de item,Status,Nome do projeto,Prioridade,Resolução,Responsável,ID do responsável,Relator,ID do relator,Criado,Resolvido,Data limite,Votos,Categorias,Descrição,Ambiente,Observadores,ID dos observadores,Log Work,Estimativa original,Estimativa de trabalho restante,Σ Tempo gasto,Anexo,Link de item de saída (Blocks),Campo personalizado (Start date),Campo personalizado (Colour),Comentar,Categoria do status,Chave pai,Parent summary',
      '04/mar/24 2:05 PM',
      'Em andamento',
    ],
    [
      'Polish',
      'Podsumowanie,Klucz zgłoszenia,Id. zgłoszenia,Typ zgłoszenia,Status,Nazwa projektu,Priorytet,Rozwiązanie,Osoba przypisana,ID osoby przypisanej,Osoba zgłaszająca,ID osoby zgłaszającej,Utworzono,Rozwiązane,Termin,Głosy,Etykiety,Opis,Środowisko,Obserwujący,ID obserwujących,Log Work,Pierwotne oszacowanie,Pozostały koszt,Σ Czas poświęcony,Załącznik,Zewnętrzne łącze do zgłoszenia (Blocks),Pole niestandardowe (Start date),Pole niestandardowe (Colour),Komentarz,Kategoria statusu,Parent,Parent summary',
      '04/mar/24 2:05 PM',
      'W toku',
    ],
  ])('names its columns in %s, too', async (_, headings, at, status) => {
    const row = (...cells: string[]) => `${cells.join(',')}\n`;
    const { tasks, name, lost, columns, hints } = await jira(
      `${headings}\n${row('Whole', 'K-1', '1', 'Story', status, 'Kiosk', 'High', '', 'Ann', '71:a', 'Joe', '71:b', at, '', at, '0', 'red', '*Text*', 'Paper', 'Joe', '71:b', `;${at};71:a;3600`, '7200', '60', '60', `${at};71:a;a.txt;https://example.org/a.txt`, 'K-2', at, 'blue', `${at};71:b;Said`, status, '', '')}${row('Part', 'K-2', '2', 'Story', status, 'Kiosk', 'High', ...Array(24).fill(''), 'K-1', 'Whole')}`,
    );
    expect([name, lost, columns.title]).toEqual(['Kiosk', [], headings.split(',')[0]]);
    expect([...hints]).toEqual([[status, 2]]);
    const moment = '2024-03-04T14:05:00.000Z';
    expect(tasks).toMatchObject([
      {
        title: 'Whole',
        source_id: 'K-1',
        description: '**Text**',
        list: status,
        priority: 'high',
        assignees: ['Ann'],
        creator: 'Joe',
        start_date: '2024-03-04',
        due_date: '2024-03-04',
        created_at: moment,
        estimate_minutes: 120,
        labels: [{ name: 'red' }, { name: 'Story' }],
        blocks: ['K-2'],
        comments: [{ author: 'Joe', at: moment, text: 'Said' }],
        watchers: ['Joe'],
        time: [{ author: 'Ann', minutes: 60 }],
        links: [{ name: 'a.txt' }],
        notes: [
          { name: 'Environment', value: 'Paper' },
          { name: 'Colour', value: 'blue' },
        ],
      },
      { title: 'Part', parent: 'K-1' },
    ]);
  });

  test('has descriptions of any length, which go on in comments of whoever made the issue', async () => {
    const { tasks, errors } = await jira(
      `Issue key,Summary,Reporter,Created,Description,Comment\nK-1,One,Joe,04/Mar/24 2:05 PM,"${'word\n'.repeat(13_000)}end",04/Mar/24 3:05 PM;ann;Said\n`,
    );
    expect(errors).toEqual([]);
    const [{ description = '', comments = [] } = {}] = tasks;
    expect(description).toMatch(/word\n\n…$/);
    expect(comments.map(({ author, at }) => [author, at])).toEqual([
      ['Joe', '2024-03-04T14:05:00.000Z'],
      ['Joe', '2024-03-04T14:05:00.000Z'],
      ['ann', '2024-03-04T15:05:00.000Z'],
    ]);
    const words = [description, ...comments.slice(0, 2).map(({ text }) => text)].join('\n').match(/word|end/g);
    expect(words).toHaveLength(13_001);
  });

  test('has issues that start after they are due', async () => {
    const { tasks, errors } = await jira(
      'Issue key,Summary,Due date,Custom field (Start date)\nK-1,One,04/Mar/24,05/Mar/24\nK-2,Two,04/Mar/24,03/Mar/24\n',
    );
    expect(errors).toEqual([]);
    expect(tasks).toMatchObject([
      { start_date: null, due_date: '2024-03-04', notes: [{ name: 'Start date', value: '2024-03-05' }] },
      { start_date: '2024-03-03', due_date: '2024-03-04', notes: [] },
    ]);
  });

  test('names parents that are not in the file, which are said in words', async () => {
    const { tasks } = await jira(
      'Issue key,Issue id,Summary,Parent,Parent key,Parent summary\nK-2,12,Two,11,K-1,The whole\nK-3,13,Three,12,K-2,Two\n',
    );
    expect(tasks).toMatchObject([
      { parent: 'K-1', notes: [{ name: 'Parent', value: 'K-1 The whole' }] },
      { parent: 'K-2', notes: [] },
    ]);
  });

  test('says in fields of people’s own, too, whose an account is', async () => {
    const { tasks, lost } = await jira(
      'Issue key,Summary,Custom field (QA),Custom field (QA)Id,Comment\nK-1,One,Ann Lee,71:a,04/Mar/24 2:05 PM;71:a;[~accountid:71:a] did it\n',
    );
    expect(tasks[0]?.comments).toMatchObject([{ author: 'Ann Lee', text: '@Ann Lee did it' }]);
    expect(lost).toEqual([]);
  });
});
