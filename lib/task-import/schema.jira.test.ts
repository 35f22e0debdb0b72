import { describe, expect, test } from 'vitest';
import { jiraMarkdown } from '@/lib/task-import/schema.markup';
import { planOf } from '@/lib/task-import/schema.plan';
import { readTasks } from '@/lib/task-import/schema.table';

/** What Jira's tables and texts hold, read. */

const reading = { dayOrder: 'dmy', zone: 'UTC' } as const;

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
      'Polish',
      'Podsumowanie,Klucz zgłoszenia,Id. zgłoszenia,Typ zgłoszenia,Status,Nazwa projektu,Priorytet,Rozwiązanie,Osoba przypisana,ID osoby przypisanej,Osoba zgłaszająca,ID osoby zgłaszającej,Utworzono,Rozwiązane,Termin,Głosy,Etykiety,Opis,Środowisko,Obserwujący,ID obserwujących,Log Work,Pierwotne oszacowanie,Pozostały koszt,Σ Czas poświęcony,Załącznik,Zewnętrzne łącze do zgłoszenia (Blocks),Pole niestandardowe (Start date),Pole niestandardowe (Colour),Komentarz,Kategoria statusu,Parent,Parent summary',
      '04/mar/24 2:05 PM',
      'W toku',
    ],
    [
      'Portuguese',
      'Resumo,Chave da item,ID da item,Tipo de item,Status,Nome do projeto,Prioridade,Resolução,Responsável,ID do responsável,Relator,ID do relator,Criado,Resolvido,Data limite,Votos,Categorias,Descrição,Ambiente,Observadores,ID dos observadores,Log Work,Estimativa original,Estimativa de trabalho restante,Σ Tempo gasto,Anexo,Link de item de saída (Blocks),Campo personalizado (Start date),Campo personalizado (Colour),Comentar,Categoria do status,Chave pai,Parent summary',
      '04/mar/24 2:05 PM',
      'Em andamento',
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

  test('writes a column for each comment of the issue that has most', async () => {
    const many = 3_000;
    const { tasks } = await jira(
      `Issue key,Summary${',Comment'.repeat(many)}\nK-1,One${Array.from({ length: many }, (_, at) => `,04/Mar/24 2:05 PM;joe;${at}`).join('')}\n`,
    );
    expect(tasks[0]?.comments).toHaveLength(many);
  });

  test('has fields that nobody filled in, which push no others out, and values that are no words', async () => {
    const empty = Array.from({ length: 150 }, (_, at) => `Custom field (Nothing ${at})`);
    const { tasks, lost } = await jira(
      `Issue key,Summary,${empty.join()},Custom field (Approvals),Custom field (Mood),Sprint\nK-1,One${','.repeat(empty.length)},com.example.desk.Value@63d9f892,good,Sprint 1\n`,
    );
    expect(tasks[0]?.notes).toEqual([
      { name: 'Sprint', value: 'Sprint 1' },
      { name: 'Mood', value: 'good' },
    ]);
    expect(lost).toEqual([]);
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

test('what stands below a long description is cut, as is a comment of much time', async () => {
  const attached = Array.from(
    { length: 100 },
    (_, at) => `04/Mar/24;joe;${'n'.repeat(180)}${at};https://example.org/${at}`,
  );
  const logged = Array.from({ length: 60 }, () => `${'_'.repeat(200)};04/Mar/24 2:05 PM;${'*'.repeat(90)};60`);
  const file = await readTasks(
    'jira',
    `Issue key,Summary,Description${',Attachment'.repeat(100)}${',Log Work'.repeat(60)}\nK-1,One,${'x'.repeat(44_000)},${[...attached, ...logged].join()}\n`,
    reading,
  );
  const { rows } = planOf(file, file.tasks, { source: 'jira', memberId: 'm', members: [], mapping: {} });
  const { description = '', comments = [] } = rows[0]?.data ?? {};
  expect(description.length).toBeLessThanOrEqual(50_000);
  expect(description).toMatch(/\)\n…$/);
  expect(comments).toHaveLength(3);
  for (const { text } of comments) expect(text.length).toBeLessThanOrEqual(20_000);
});
