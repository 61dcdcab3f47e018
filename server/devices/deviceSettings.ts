import { sql } from 'kysely'
import { z } from 'zod'
import type { CallGroups } from '#contract/calls'
import { type CommandState } from '#contract/devices/command'
import { type DeviceType, deviceTypes } from '#contract/devices/deviceType'
import { settingsOf } from '#contract/devices/settings'
import { settingsSet } from '#contract/devices/verbs'
import { notFound } from '../ground/failure.ts'
import { faultyField, invalidInput } from '../ground/http/faults.ts'
import type { CommandAnswer } from '../ground/commandDesk.ts'
import type { Scope } from '../ground/database/scope.ts'
import type { Asking, Handlers } from '../ground/http/handler.ts'
import type { Services } from '../ground/services.ts'
import type { Language } from '../ground/words.ts'
import { type DeviceRow, findDevice, findFor } from './deviceRows.ts'
import { arrangePhotographs } from './photographs/photographs.ts'
import { commandsOf } from './switchRows.ts'

/** What is to be set, whole and within the limits of the type; fails beside the setting that is not. */
export function lawfulSettings(language: Language, type: DeviceType, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const fields = Object.entries(settingsOf(type))
  if (fields.length === 0) throw notFound()
  const parsed = z.strictObject(Object.fromEntries(fields.map(([name, { schema }]) => [name, schema]))).safeParse(given)
  if (!parsed.success) throw invalidInput(parsed.error, given, language)
  for (const [lower, upper] of deviceTypes[type].rising) {
    const [low, high] = [parsed.data[lower], parsed.data[upper]] as (number | null)[]
    if ((low === null) !== (high === null)) throw faultyField(language, low === null ? lower : upper, 'required')
    if (low != null && high != null && low >= high) throw faultyField(language, upper, 'rising')
  }
  for (const [inner, outer] of deviceTypes[type].within) {
    const [one, most] = [parsed.data[inner], parsed.data[outer]] as (number | null)[]
    if (one != null && most == null) throw faultyField(language, outer, 'required')
    if (one != null && most != null && one > most) throw faultyField(language, inner, 'within')
  }
  return parsed.data
}

/** Settings that a device holds itself: what was asked of it and what it confirmed are its commands. */
export const settingsHandlers = (services: Pick<Services, 'desk' | 'clock'>): Handlers<CallGroups['settings']> => ({
  get: ({ params }, asking) => asking.inTenant(async (scope) => settingsHeld(scope, (await findDevice(scope, asking, params.id)).id)),

  async set({ params, body }, asking) {
    const device = await asking.inTenant((scope) => findFor('edit', scope, asking, params.id))
    return setSettings(services, asking, device, body.values)
  },
})

/** Gives a device all of its settings, as a command; what the clock does by them is arranged with it. Fails beside the setting that is not lawful. */
export async function setSettings(
  { desk, clock }: Pick<Services, 'desk' | 'clock'>,
  asking: Asking,
  device: Pick<DeviceRow, 'id' | 'device_type'>,
  values: Readonly<Record<string, unknown>>,
): Promise<CommandAnswer> {
  const args = lawfulSettings(asking.language, device.device_type as DeviceType, values)
  await asking.inTenant((scope) => arrangePhotographs(scope, device.id, args, asking.grant.timeZone, clock()))
  return askSettings(desk, { tenantId: asking.grant.tenantId, deviceId: device.id, args, userId: asking.caller.userId })
}

/** Asks a device to hold all of these settings. One that is away is told with its first word, however long that takes. */
export const askSettings = (
  desk: Services['desk'],
  {
    id,
    tenantId,
    deviceId,
    args,
    userId,
  }: { id?: string; tenantId: number; deviceId: number; args: Record<string, unknown>; userId: number },
): Promise<CommandAnswer> =>
  desk.request({ id, tenantId, deviceId, verb: settingsSet, args, asker: { by: 'user', userId }, priority: 'manual', waits: true })

/** The settings that all of these devices confirmed alike, by name; what differs, or was never confirmed by one of them, is not there. */
export async function settingsHeldBy(scope: Scope, deviceIds: readonly number[]): Promise<Record<string, unknown>> {
  const rows = await scope
    .select('command')
    .select('command.args')
    .distinctOn('command.device_id')
    .where(sql<boolean>`command.device_id = any(${[...deviceIds]}::bigint[])`)
    .where('command.verb', '=', settingsSet.name)
    .where('command.state', '=', 'observed')
    .orderBy('command.device_id')
    .orderBy('command.created_at', 'desc')
    .execute()
  if (rows.length === 0 || rows.length < deviceIds.length) return {}
  const [first, ...others] = rows.map(({ args }) => args as Record<string, unknown>)
  return Object.fromEntries(Object.entries(first!).filter(([name, value]) => others.every((one) => one[name] === value)))
}

/** What a device confirmed last, and what it was asked last: its commands. */
export async function settingsHeld(scope: Scope, deviceId: number) {
  const newest = () =>
    commandsOf(scope)
      .where('command.device_id', '=', deviceId)
      .where('command.verb', '=', settingsSet.name)
      .orderBy('command.created_at', 'desc')
      .limit(1)
  const asked = await newest().executeTakeFirst()
  const confirmed = await newest().where('command.state', '=', 'observed').executeTakeFirst()
  return {
    confirmed: confirmed ? { values: confirmed.args as Record<string, unknown>, at: confirmed.state_at } : null,
    asked: asked
      ? {
          values: asked.args as Record<string, unknown>,
          at: asked.created_at,
          state: asked.state as CommandState,
          message: asked.message,
          author: asked.author,
        }
      : null,
  }
}
