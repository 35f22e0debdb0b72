/** Jira writes the headings of its CSV in the language of whoever exports: what they are in English. Runs anywhere. */
import { plain } from '@/lib/task-import/vocabulary';

/** German, Spanish, Portuguese, French, Polish, Dutch, Italian and Russian, as far as they differ. */
const IN_OTHERS: Record<string, string> = {
  Summary: 'Zusammenfassung, Resumen, Resumo, Résumé, Podsumowanie, Samenvatting, Riepilogo, Тема, Резюме',
  'Issue key':
    'Vorgangsschlüssel, Schlüssel, Clave de incidencia, Clave, Chave da item, Chave do item, Chave, Clé de ticket, Clé, Klucz zgłoszenia, Klucz, Ключ проблемы, Ключ задачи, Ключ',
  'Issue id':
    'Vorgangs-ID, ID de la incidencia, ID da item, ID do item, ID de ticket, ID du ticket, Id. zgłoszenia, Идентификатор проблемы, Идентификатор задачи',
  Parent: 'Übergeordnet, Eltern-ID, Principal, Pai, Element nadrzędny, Elemento padre, Bovenliggend',
  'Parent key': 'Übergeordneter Schlüssel, Clave principal, Chave pai, Clé parent, Clé parente, Klucz nadrzędny',
  'Issue Type':
    'Vorgangstyp, Tipo de incidencia, Tipo de item, Tipo do item, Type de ticket, Typ zgłoszenia, Тип задачи, Тип проблемы',
  Status: 'Estado, État, Statut, Stato, Статус',
  'Status Category':
    'Statuskategorie, Categoría de estado, Categoria do status, Catégorie de statut, Catégorie d’état, Kategoria statusu, Statuscategorie, Категория статуса',
  'Status Category Changed': 'Statuskategorie geändert, Categoría de estado cambiada, Categoria do status alterada',
  'Project key': 'Projektschlüssel, Clave del proyecto, Chave do projeto, Clé de projet, Klucz projektu',
  'Project name': 'Projektname, Nombre del proyecto, Nome do projeto, Nom du projet, Nazwa projektu, Название проекта',
  'Project type': 'Projekttyp, Tipo de proyecto, Tipo de projeto, Type de projet, Typ projektu',
  'Project lead':
    'Projektleiter, Responsable del proyecto, Líder do projeto, Responsável pelo projeto, Responsable du projet, Chef de projet, Lider projektu',
  'Project lead id':
    'ID des Projektleiters, ID del responsable del proyecto, ID do líder do projeto, ID du responsable du projet, Id lidera projektu',
  'Project description':
    'Projektbeschreibung, Descripción del proyecto, Descrição do projeto, Description du projet, Opis projektu',
  Priority: 'Priorität, Prioridad, Prioridade, Priorité, Priorytet, Prioriteit, Priorità, Приоритет',
  Resolution: 'Lösung, Resolución, Resolução, Résolution, Rozwiązanie, Oplossing, Решение',
  Assignee:
    'Zugewiesene Person, Bearbeiter, Persona asignada, Responsável, Personne assignée, Responsable, Osoba przypisana, Toegewezen aan, Assegnatario, Исполнитель',
  'Assignee Id': 'ID der zugewiesenen Person, ID de la persona asignada, ID do responsável, ID osoby przypisanej',
  Reporter: 'Autor, Informador, Relator, Rapporteur, Osoba zgłaszająca, Melder, Segnalatore, Автор',
  'Reporter Id': 'ID des Autors, ID del informador, ID do relator, ID du rapporteur, ID osoby zgłaszającej',
  Creator: 'Ersteller, Creador, Criador, Créateur, Twórca, Создатель',
  'Creator Id': 'Ersteller-ID, ID del creador, ID do criador, ID du créateur, ID twórcy',
  Created: 'Erstellt, Creada, Criado, Création, Utworzono, Aangemaakt, Creato, Создано',
  Updated:
    'Aktualisiert, Actualizada, Atualizado, Atualizado(a), Mise à jour, Zaktualizowano, Bijgewerkt, Aggiornato, Обновлено',
  'Last Viewed':
    'Zuletzt angezeigt, Zuletzt angesehen, Vista por última vez, Última visualização, Ostatnio wyświetlane',
  Resolved: 'Erledigt, Resuelta, Resolvido, Résolu, Résolue, Rozwiązane, Дата решения',
  'Due date':
    'Fälligkeitsdatum, Fecha de vencimiento, Data limite, Data de vencimento, Date d’échéance, Échéance, Termin, Vervaldatum, Data di scadenza, Срок исполнения',
  Votes: 'Stimmen, Votos, Głosy, Голоса',
  Labels: 'Stichwörter, Etiquetas, Categorias, Étiquettes, Etykiety, Etichette, Метки',
  Components: 'Komponenten, Componentes, Composants, Komponenty, Компоненты',
  Description: 'Beschreibung, Descripción, Descrição, Opis, Beschrijving, Descrizione, Описание',
  Environment: 'Umgebung, Entorno, Ambiente, Environnement, Środowisko, Omgeving, Окружение',
  Watchers: 'Beobachter, Interesados, Observadores, Observateurs, Obserwujący, Наблюдатели',
  'Watchers Id':
    'ID des Beobachters, ID de los interesados, ID dos observadores, ID des observateurs, ID obserwujących',
  'Log Work': 'Arbeit protokollieren, Arbeitsprotokoll, Registrar horas de trabajo',
  'Original estimate':
    'Ursprüngliche Schätzung, Estimación original, Estimativa original, Estimation originale, Estimation initiale, Pierwotne oszacowanie, Первоначальная оценка',
  'Remaining Estimate':
    'Restschätzung, Trabajo restante estimado, Estimativa de trabalho restante, Estimation restante, Pozostały koszt',
  'Time Spent': 'Benötigte Zeit, Tiempo trabajado, Tempo gasto, Temps passé, Temps consacré, Czas poświęcony',
  'Work Ratio':
    'Verhältnis tatsächlicher zu geschätzter Arbeit, Relación de trabajo, Proporção de trabalho, Stosunek pracy',
  'Security Level':
    'Sicherheitsstufe, Sicherheitsebene, Nivel de seguridad, Nível de segurança, Niveau de sécurité, Poziom zabezpieczeń',
  Attachment: 'Anhang, Adjunto, Anexo, Pièce jointe, Załącznik, Bijlage, Allegato, Вложение, Вложения',
  Comment:
    'Kommentar, Comentario, Comentar, Comentário, Commentaire, Komentarz, Opmerking, Commento, Комментарий, Комментарии',
  'Fix versions': 'Lösungsversionen, Versiones de corrección, Versões corrigidas, Versions corrigées, Wersje poprawki',
  Sprint: 'Спринт',
};

const ENGLISH: ReadonlyMap<string, string> = new Map(
  Object.entries(IN_OTHERS).flatMap(([english, others]) =>
    others.split(', ').map((word) => [plain(word), english] as const),
  ),
);

/** `Campo personalizado (Story Points)`, `Lien de ticket sortant (Blocks)`: what is in brackets is not translated. */
const WRAPPED: readonly [RegExp, string][] = [
  [
    /^(?:benutzerdefinierte|campo personali|champs? personnalis|pole niestandardowe|aangepast veld|пользовательское поле)/i,
    'Custom field',
  ],
  [/^(?:eingehend|enlace .*(?:intern|entrant)|link .*entrada|lien .*entrant|wewnętrzne łącze)/i, 'Inward issue link'],
  [/^(?:ausgehend|enlace .*(?:extern|salient)|link .*saída|lien .*sortant|zewnętrzne łącze)/i, 'Outward issue link'],
];

/** As it is where nobody knows it. */
export function inEnglish(heading: string): string {
  const word = ENGLISH.get(plain(heading));
  if (word) return word;
  const [, before, within] = /^([^()]+) \((.+)\)$/.exec(heading) ?? [];
  const wrapped = before && WRAPPED.find(([words]) => words.test(before))?.[1];
  return wrapped ? `${wrapped} (${within})` : heading.replace(/^Σ (.+)$/, (_, one: string) => `Σ ${inEnglish(one)}`);
}
