/** Areas and yields are amounts like any other: exact, with 2 decimals. */
export const id = '0032_exact_amounts'

const exact = (table: string, column: string) =>
  `alter table ${table} alter column ${column} type numeric(12, 2) using round(${column}::numeric, 2);`

export const up = () => `
${exact('area', 'area_measure')}
${exact('land', 'land_measure')}
${exact('variety', 'expected_yield')}
`
