import { routes } from '#contract/routes'
import type { AuditKind } from '#contract/core/trail'
import type { AuditChange } from '#contract/organization/audit'
import type { DutyStep } from '#contract/alarms/duty'
import type { Shift } from '#contract/alarms/staff'
import type { WatchLogic } from '#contract/watch/logic'
import { type Language, say, wordsOf } from '../ground/words.ts'
import { wallClock } from '#contract/core/zonedMoment'
import { wordShifts, wordSteps } from './staffWords.ts'
import { columnLabel, type DeclaredFields } from './auditFields.ts'
import { type PlaceNames, wordLogic } from './watchWords.ts'

/** What was recorded of one column. */
interface Recorded {
  readonly before?: unknown
  readonly after?: unknown
  readonly secret?: boolean
}
/** In whose words. */
export interface Reader extends PlaceNames {
  readonly language: Language
  readonly timeZone: string
  readonly declared: DeclaredFields
  /** What users, roles, bases, alarm staff and circuits are called that are only named by their ids inside of a value. */
  readonly users: ReadonlyMap<number, string>
  readonly switches: ReadonlyMap<number, string>
  readonly roles: ReadonlyMap<number, string>
  readonly areas: ReadonlyMap<number, string>
  readonly staff: ReadonlyMap<number, string>
}

/** Where the words of a choice stand that no resource and no document declares, by the kind of thing and the name of the column or key. */
const CHOICES: Readonly<Partial<Record<AuditKind, Readonly<Record<string, string>>>>> = {
  device: { device_type: 'devices:type' },
  alarmRule: { severity: 'alarms:severity' },
  alarmStaff: { language: 'alarms:staff.languages' },
  alarmChannel: { kind: 'alarms:staff.kind', severity: 'alarms:severity' },
  alarmDuty: { severity: 'alarms:severity' },
  switch: { kind: 'devices:switchKind' },
  flowDeviceGroup: { rollout: 'flows:deviceGroup.rollouts' },
  inventoryOption: { receipt_value: 'inventory:inventoryOption.choices.receiptValue' },
  batchCost: { cost_kind: 'farm:batchCost.choices.costKind' },
  herd: { event: 'farm:herd.choices.event' },
  approvalDefinition: {
    when_nobody: 'approvals:definition.whenNobody',
    when_applicant: 'approvals:definition.whenApplicant',
    kind: 'approvals:definition.kind',
    by: 'approvals:definition.by',
    act: 'approvals:definition.timeout',
    fact: 'approvals:definition.fact',
    is: 'approvals:definition.is',
  },
}
const MINUTE = 60_000
/** Keys inside of a value that tell a person nothing. */
const UNSAID = new Set(['id'])

const order = Object.keys((wordsOf('en-US', 'organization')['audit'] as { field: object }).field)
/** The order in which a thing is told: that of its declaration, then that of the words. What was recorded comes in no order. */
function inOrder<Told>(kind: AuditKind, parts: Readonly<Record<string, Told>>, { declared }: Reader): [string, Told][] {
  const all = [...(declared.get(kind)?.keys() ?? []), ...order]
  return Object.entries(parts).toSorted(([one], [other]) => all.indexOf(one) - all.indexOf(other))
}

const clock = (moment: number, zone: string) => new Date(wallClock(moment, zone)).toISOString().slice(0, 19).replace('T', ' ')

/** A permission as its page is called, and what it allows there; the code itself where it opens no page. */
function codeText(code: string, language: Language): string {
  const [page = '', act] = code.split('.ps.')
  const route = routes.find(({ permission }) => permission === page)
  if (code === '*') return say(language, 'organization:audit.everything')
  if (!route) return code
  const title = say(language, route.title)
  if (act === undefined) return title
  const key = `organization:audit.may.${act}`
  const word = say(language, key)
  return say(language, 'organization:audit.within', { outer: title, inner: word === key ? act : word })
}

/** A plain value in words. */
function textOf(kind: AuditKind, name: string, value: string | number | boolean, reader: Reader): string {
  const { language } = reader
  if (typeof value === 'boolean' || name.endsWith('_flag') || name === 'hidden')
    return say(language, value === true || value === 1 ? 'crud:yes' : 'crud:no')
  const unknown = () => say(language, 'organization:audit.unknown', { id: value as number })
  if (name === 'codes') return codeText(String(value), language)
  if (name === 'userIds') return reader.users.get(Number(value)) ?? unknown()
  if (name === 'area_id') return reader.areas.get(Number(value)) ?? unknown()
  if (name === 'switch_id') return reader.switches.get(Number(value)) ?? unknown()
  if (name === 'roleId') return reader.roles.get(Number(value)) ?? unknown()
  if (name.endsWith('_at') && typeof value === 'number') return clock(value, reader.timeZone)
  if (name === 'reporting_period') return say(language, 'organization:audit.minutes', { count: Number(value) / MINUTE })
  const choices =
    name === 'audit_status' ? 'organization:audit.status' : (reader.declared.get(kind)?.get(name)?.choices ?? CHOICES[kind]?.[name])
  if (choices === undefined) return String(value)
  const word = say(language, `${choices}.${value}`)
  return word.startsWith(choices) ? String(value) : word
}

const isPlain = (value: unknown): value is string | number | boolean => value != null && typeof value !== 'object'
const isReference = (value: object): value is { id: number; name?: string } =>
  'id' in value && typeof value.id === 'number' && Object.keys(value).every((key) => key === 'id' || key === 'name')

/** A value as the lines that a person would read of it: one of a plain value, several of a list or of what has parts. */
function linesOf(kind: AuditKind, name: string, value: unknown, reader: Reader): string[] {
  const { language } = reader
  if (value == null || value === '') return []
  if (isPlain(value)) return [textOf(kind, name, value, reader)]
  if (kind === 'alarmRule' && name === 'logic') return wordLogic(value as WatchLogic, reader, language)
  if (kind === 'alarmStaff' && name === 'shifts') return wordShifts(value as Shift[], language)
  if (kind === 'alarmDuty' && name === 'steps') return wordSteps(value as DutyStep[], reader.staff, language)
  if (Array.isArray(value)) return value.flatMap((one) => linesOf(kind, name, one, reader))
  if (isReference(value)) return value.id === 0 ? [] : [value.name ?? say(language, 'organization:audit.unknown', { id: value.id })]
  const parts = inOrder(kind, value as Record<string, unknown>, reader).filter(([key]) => !UNSAID.has(key) && key !== 'name')
  const inner = parts.map(([key, part]) => {
    const label = columnLabel(reader.declared, kind, key, language)
    const lines = linesOf(kind, key, part, reader)
    // What is plain stands behind its label, what has parts below it.
    const isList = Array.isArray(part) ? part.every(isPlain) : isPlain(part)
    return isList
      ? lines.length === 0
        ? []
        : [say(language, 'crud:pair', { one: label, two: lines.join(say(language, 'organization:audit.and')) })]
      : lines.map((line) => say(language, 'organization:audit.within', { outer: label, inner: line }))
  })
  const title = (value as { name?: unknown }).name
  // What has a name is told part by part under it; what has none is one line, like the line of a document.
  if (typeof title !== 'string') return name === 'lines' ? [inner.flat().join(say(language, 'organization:audit.and'))] : inner.flat()
  return [title, ...inner.flat().map((line) => say(language, 'organization:audit.within', { outer: title, inner: line }))]
}

/** What `lines` has more often than `others`. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = [...others]
  return lines.filter((line) => {
    const at = left.indexOf(line)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

/** What an entry changed, in words. Of a list only what left it and what came; where that says nothing (another order), all of it. */
export function wordChanges(kind: AuditKind, changes: Readonly<Record<string, Recorded>>, reader: Reader): AuditChange[] {
  return inOrder(kind, changes, reader).map(([name, { before, after, secret = false }]) => {
    const [was, is] = [linesOf(kind, name, before, reader), linesOf(kind, name, after, reader)]
    const [gone, come] = [without(was, is), without(is, was)]
    const saysNothing = gone.length === 0 && come.length === 0
    return {
      label: columnLabel(reader.declared, kind, name, reader.language),
      before: saysNothing ? was : gone,
      after: saysNothing ? is : come,
      secret,
    }
  })
}

const LISTS: Readonly<Record<string, 'users' | 'devices' | 'lands' | 'staff'>> = {
  userIds: 'users',
  deviceIds: 'devices',
  landIds: 'lands',
  staffIds: 'staff',
}
const noIds = () => ({
  users: new Set<number>(),
  roles: new Set<number>(),
  devices: new Set<number>(),
  lands: new Set<number>(),
  switches: new Set<number>(),
  areas: new Set<number>(),
  staff: new Set<number>(),
})

/** The ids of users, roles, devices, plots, bases, alarm staff and circuits that stand inside of recorded values. */
export function idsWithin(values: unknown, found = noIds()): typeof found {
  if (values == null || typeof values !== 'object') return found
  for (const [key, value] of Object.entries(values)) {
    const list = LISTS[key]
    if (key === 'roleId' && typeof value === 'number') found.roles.add(value)
    else if (key === 'area_id' && typeof value === 'number') found.areas.add(value)
    else if (key === 'switch_id' && typeof value === 'number') found.switches.add(value)
    else if (list !== undefined && Array.isArray(value)) for (const one of value) found[list].add(Number(one))
    else idsWithin(value, found)
  }
  return found
}
