import { type Kysely, sql } from 'kysely'
import { isMotor, type SwitchKind } from '#contract/devices/switchKind'
import { type Quantity, quantityOf } from '#contract/devices/itemCode'
import type { Database } from '../../ground/database/schema.ts'

export interface FittingCircuit {
  readonly id: number
  readonly kind: SwitchKind
  readonly name: string
}
/** A device of a base as templates look at it. */
export interface FittingDevice {
  readonly id: number
  readonly type: string
  readonly landId: number | null
  readonly codes: readonly string[]
  readonly circuits: readonly FittingCircuit[]
}

/** The devices of a base that are in use, with what they measure and switch. */
export async function readFitting(work: Kysely<Database>, tenantId: number, areaId: number): Promise<FittingDevice[]> {
  const { rows } = await sql<FittingDevice>`
    select d.id, d.device_type as type, d.land_id as "landId",
      coalesce((select jsonb_agg(i.code order by i.id) from item i where i.device_id = d.id), '[]') as codes,
      coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'kind', s.kind, 'name', coalesce(s.name, '')) order by s.circuit)
        from switch s where s.device_id = d.id), '[]') as circuits
    from device d where d.tenant_id = ${tenantId} and d.area_id = ${areaId} and d.enabled_flag = 1 order by d.id`.execute(work)
  return rows
}

/** What a person called a circuit says what it is for. */
const IRRIGATES = /灌|滴|喷|浇|irrigat|drip|sprinkl/i
const VENTS = /窗|通风口|卷膜|vent|window/i
const LIGHTS = /补光|植物灯|照明|lamp|light/i
const TRAPS = /虫|insect|trap/i

export const measures = ({ codes }: FittingDevice, quantity: Quantity): boolean => codes.some((code) => quantityOf(code) === quantity)
/** The layer by which a device is judged: the first one, null where it has no layers. */
export const firstLayer = ({ codes }: FittingDevice, quantity: Quantity): number | null =>
  !codes.includes(quantity) && codes.includes(`${quantity}1`) ? 1 : null

export const valvesOf = ({ type, circuits }: FittingDevice): readonly FittingCircuit[] =>
  circuits.filter(({ kind, name }) => kind === 'ordinary' && (type === 'tzgk_electric_valve' || IRRIGATES.test(name)))
export const pumpsOf = ({ type, circuits }: FittingDevice): readonly FittingCircuit[] => (type === 'aerator_ii' ? circuits : [])
export const ventsOf = ({ circuits }: FittingDevice): readonly FittingCircuit[] =>
  circuits.filter(({ kind, name }) => isMotor(kind) && VENTS.test(name))
export const lampsOf = ({ type, circuits }: FittingDevice): readonly FittingCircuit[] =>
  circuits.filter(({ kind, name }) => kind === 'ordinary' && (type === 'plant_light' || (LIGHTS.test(name) && !TRAPS.test(name))))
