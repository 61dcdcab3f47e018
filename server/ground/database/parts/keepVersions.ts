const quoted = (name: string) => `'${name}'`

/**
 * The statements that let tables keep of each field who changed it last, when, and in which version of its row (`field_versions`: by column
 * `[version, user or null, ms UTC]`; a field that was not changed since its row was made has none). A trigger writes it, whichever way a row is
 * changed, and counts `object_version_number` up where the statement did not: what was written without network is merged by these. `but` names
 * columns by table that nobody types.
 */
export const keepVersions = (tables: readonly string[], but: Readonly<Record<string, readonly string[]>> = {}): string =>
  tables.map((table) => `select keep_versions('${table}', array[${(but[table] ?? []).map(quoted).join(', ')}]::text[]);`).join('\n')
