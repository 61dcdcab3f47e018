const quoted = (name: string) => `'${name}'`

/**
 * The statements that let tables keep of each row who made it and when, and who changed it last and when (`created_by`, `created_at`,
 * `updated_by`, `updated_at`): the user whom the transaction names, nobody where the server itself writes. A trigger writes it, whatever a
 * statement says. `machine` names columns by table that the server moves by itself: a change of these alone is nobody's and costs nothing,
 * and a table that has any is said anew by the migration that gives it another column.
 */
export const keepWho = (tables: readonly string[], machine: Readonly<Record<string, readonly string[]>> = {}): string =>
  tables.map((table) => `select keep_who('${table}', array[${(machine[table] ?? []).map(quoted).join(', ')}]::text[]);`).join('\n')
