import type { CommandCause, CommandPriority, CommandState } from '#contract/devices/command'
import { type LaneEvent, queued, type Standing } from '#machines/devices/commandLane'
import type { OpenOrder, Order } from './order.ts'

/** A command that was found open, as its lane takes it up. */
export type Taken = Extract<LaneEvent<Order>, { type: 'takenUp' }>['commands'][number]

export interface SubjectRow {
  tenant_id: number
  area_id: number
  device_id: number
  eui: string
  device_name: string
  switch_id: number | null
  switch_name: string | null
  circuit: number | null
}
export const subjectIn = (row: SubjectRow) => ({
  tenantId: row.tenant_id,
  areaId: row.area_id,
  deviceId: row.device_id,
  eui: row.eui,
  deviceName: row.device_name,
  switchId: row.switch_id,
  switchName: row.switch_name,
  circuit: row.circuit,
})

export interface OpenRow extends SubjectRow {
  id: string
  current_name: string | null
  verb: string
  args: object
  target: string
  status: number | null
  author_id: number | null
  cause: CommandCause
  cause_name: string | null
  priority: CommandPriority
  max_run_ms: number | null
  created_at: number
  expires_at: number | null
  state: CommandState
  state_at: number
  message: string | null
  history: Standing['history']
  after_id: string | null
  stop_state: CommandState | null
  leads: boolean
  said: number | null
}

export function takenFrom(row: OpenRow): Taken {
  const order: Order = {
    id: row.id,
    subject: { ...subjectIn(row), switchName: row.current_name ?? row.switch_name, target: row.target },
    verb: row.verb,
    args: row.args,
    aim: row.status,
    authorId: row.author_id,
    cause: row.cause,
    causeName: row.cause_name,
    priority: row.priority,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    maxRunMs: row.max_run_ms,
  }
  const { state, history, message, after_id: after, leads, stop_state: stop } = row
  const isOpen = stop === 'queued' || stop === 'sent' || stop === 'acknowledged'
  return {
    one: queued(order, row.state_at, { state, history, message, after, leads }),
    stop: after === null ? null : isOpen ? 'open' : stop === 'observed' ? 'observed' : 'failed',
    said: row.said,
  }
}

/** The parameters of an insert, in the order of its columns. `number` is the server that has it in hand. */
export const recordOf = (one: OpenOrder, number: number | null) => [
  one.id,
  one.subject.tenantId,
  one.subject.areaId,
  one.subject.deviceId,
  one.subject.switchId,
  one.subject.circuit,
  one.aim,
  one.verb,
  JSON.stringify(one.args),
  one.subject.target,
  one.authorId,
  one.cause,
  one.causeName,
  one.priority,
  one.maxRunMs,
  one.createdAt,
  one.expiresAt,
  one.state,
  one.at,
  one.message,
  JSON.stringify(one.history),
  one.after,
  number,
]
