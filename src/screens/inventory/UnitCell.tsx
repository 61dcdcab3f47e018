import type { DocumentLine } from '#contract/core/document'

/** What the quantity of a line is counted in, by the name of the unit. */
export function UnitCell({ of: { unitName } }: { of: Pick<DocumentLine, 'unitName'> }) {
  return <>{unitName}</>
}
