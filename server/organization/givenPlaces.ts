import { sql } from 'kysely'
import type { Scope } from '../ground/database/scope.ts'

interface Given {
  readonly everyBase: boolean
  readonly areaIds: readonly number[]
  readonly companyIds: readonly number[]
}
/** Where a role is given, each place once. */
export interface Places {
  /** The bases that are named by themselves; null: every base, those to come as well. */
  readonly named: readonly number[] | null
  readonly companies: readonly number[]
  /** All bases that it reaches now. */
  readonly areas: readonly number[] | null
}

const inOrder = (ids: readonly number[]) => [...new Set(ids)].toSorted((a, b) => a - b)

/**
 * The places that are meant; or what is wrong: both every base and some, or neither, or a company that is none of here. Whether each base is one
 * is asked by the caller.
 */
export async function placesOf(scope: Scope, { everyBase, areaIds, companyIds }: Given): Promise<Places | 'areaIds' | 'companyIds'> {
  const companies = inOrder(companyIds)
  if (everyBase === areaIds.length + companies.length > 0) return 'areaIds'
  if (everyBase) return { named: null, companies: [], areas: null }
  const named = inOrder(areaIds)
  if (companies.length === 0) return { named, companies, areas: named }
  const found = await scope
    .select('org_unit')
    .select('org_unit.id')
    .where('org_unit.id', 'in', companies)
    .where('kind', '=', 'company')
    .execute()
  if (found.length < companies.length) return 'companyIds'
  const { rows } = await sql<{ areas: number[] }>`select bases_under(${scope.tenantId}, ${companies}::bigint[]) as areas`.execute(scope.raw)
  return { named, companies, areas: inOrder([...named, ...rows[0]!.areas]) }
}

/** Whether all of these are bases of here that the scope sees. */
export async function areBases(scope: Scope, areaIds: readonly number[]): Promise<boolean> {
  if (areaIds.length === 0) return true
  const known = await scope.select('area').select('area.id').where('area.id', 'in', areaIds).execute()
  return known.length === new Set(areaIds).size
}

/** The same as an assignment keeps it. */
export const placeColumns = ({ named, companies, areas }: Places) => ({
  area_ids: areas && [...areas],
  named_ids: companies.length > 0 ? [...named!] : [],
  unit_ids: companies.length > 0 ? [...companies] : null,
})
