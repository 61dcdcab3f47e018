import { sql } from 'kysely'
import type { CallGroups } from '#contract/calls'
import { COMMAND_LIFE_MS, type CommandState } from '#contract/devices/command'
import { runOf } from '#contract/devices/deviceType'
import {
  type Dose,
  DOSE_VOLUME,
  doseArgs,
  faultOfChannels,
  LIMITS_OF_RECIPE,
  MOST_CHANNELS,
  MOST_RECIPES,
  type Recipe,
} from '#contract/devices/dosing'
import { ordinalOf, quantityOf } from '#contract/devices/itemCode'
import { DOSE_TARGET, doseSet } from '#contract/devices/verbs'
import type { Scope } from '../ground/database/scope.ts'
import { CallFailure, notFound } from '../ground/failure.ts'
import { besideField } from '../ground/http/faults.ts'
import type { Asking, Handlers } from '../ground/http/handler.ts'
import type { Services } from '../ground/services.ts'
import { laneKey } from '../ground/commands/order.ts'
import { RUN_JOB } from '../ground/commands/repository.ts'
import { runLimits } from './controlSwitch.ts'
import { findDevice } from './deviceRows.ts'
import { commandsOf } from './switchRows.ts'

const TYPES = ['waterFertilizer'] as const
const columns = [
  'recipe.id',
  'recipe.name',
  'recipe.ec',
  'recipe.ph',
  'recipe.mode',
  'recipe.channels',
  'recipe.object_version_number',
] as const
const recipesOf = (scope: Scope) => scope.select('recipe').select(columns)
type RecipeRow = Awaited<ReturnType<ReturnType<typeof recipesOf>['execute']>>[number]
const toRecipe = ({ object_version_number: objectVersionNumber, mode, ...row }: RecipeRow): Recipe => ({
  ...row,
  mode: mode as Recipe['mode'],
  objectVersionNumber,
})

/** Its items that speak of a dose, by code. */
async function itemsOf(scope: Scope, deviceId: number) {
  const rows = await scope
    .select('item')
    .select(['item.id', 'item.code', 'item.last_value', 'item.last_ts'])
    .where('item.device_id', '=', deviceId)
    .where(sql<boolean>`item.code ~ '^(dosing|doseVolume|dosed[0-9]+|tankLevel[0-9]+)$'`)
    .execute()
  return new Map(rows.map((row) => [row.code, row]))
}
type Items = Awaited<ReturnType<typeof itemsOf>>

const channelsIn = (items: Items): number[] =>
  [...items.keys()]
    .filter((code) => quantityOf(code) === 'tankLevel' || quantityOf(code) === 'dosed')
    .flatMap((code) => ordinalOf(code) ?? [])
    .filter((channel, at, all) => channel >= 1 && channel <= MOST_CHANNELS && all.indexOf(channel) === at)
    .toSorted((one, other) => one - other)

/** The newest start that was not refused or lost on its way. */
async function newestStart(scope: Scope, deviceId: number) {
  return commandsOf(scope)
    .where('command.device_id', '=', deviceId)
    .where('command.verb', '=', doseSet.name)
    .where(sql<boolean>`command.args -> 'dose' <> 'null'`)
    .where('command.state', 'in', ['queued', 'sent', 'acknowledged', 'observed'])
    .orderBy('command.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Whether a machine doses: it says so, or has just taken a start that it has not spoken of yet. */
function isDosing(items: Items, start: { state: string; state_at: number } | undefined, now: number): boolean {
  const said = items.get('dosing')
  if ((said?.last_value ?? 0) !== 0) return true
  if (!start) return false
  return start.state !== 'observed' || (start.state_at > (said?.last_ts ?? 0) && now - start.state_at < COMMAND_LIFE_MS)
}

/** What ends a dose, ms at most; fails beside what was said wrong. */
function spanOf(
  asking: Asking,
  { volume, seconds, runSeconds }: { volume: number | null; seconds: number | null; runSeconds?: number | undefined },
) {
  if ((volume === null) === (seconds === null)) throw besideField(asking.language, 'volume', 'error.dosing.amount')
  const { least, most } = DOSE_VOLUME
  if (volume !== null && (volume < least || volume > most))
    throw besideField(asking.language, 'volume', 'error.dosing.volume', { least, most })
  const run = runOf(TYPES[0], 'ordinary')!
  const span = seconds ?? runSeconds ?? run.usual ?? run.most
  if (span < run.least || span > run.most) throw runLimits(asking.language, seconds === null ? 'runSeconds' : 'seconds', run)
  return span * 1000
}

/** Machines that mix fertilizer: the recipes of the tenant, and what a machine makes of them. */
export function dosingHandlers({ desk, live, clock }: Pick<Services, 'desk' | 'live' | 'clock'>): Handlers<CallGroups['dosing']> {
  const ask = (asking: Asking, deviceId: number, dose: Dose | null, maxRunMs?: number) =>
    desk.request({
      tenantId: asking.grant.tenantId,
      deviceId,
      verb: doseSet,
      args: { dose },
      asker: { by: 'user', userId: asking.caller.userId },
      priority: 'manual',
      maxRunMs,
    })
  return {
    recipes: (_, asking) => asking.inTenant(async (scope) => (await recipesOf(scope).orderBy('recipe.name').execute()).map(toRecipe)),

    async saveRecipe({ body: { id, objectVersionNumber, ...given } }, asking) {
      const { language } = asking
      const fault = faultOfChannels(given)
      if (fault !== null)
        throw besideField(language, fault === 'error.dosing.ec' ? 'ec' : 'channels', fault, { most: LIMITS_OF_RECIPE[given.mode] })
      const values = { ...given, name: given.name.trim(), channels: JSON.stringify(given.channels) as never }
      const saved = await asking.inTenant(async (scope) => {
        // One after another, so that names and their number are those that hold.
        await sql`select pg_advisory_xact_lock(hashtextextended('furrow recipes ' || ${String(scope.tenantId)}, 0))`.execute(scope.raw)
        const all = await recipesOf(scope).execute()
        if (all.some((one) => one.name === values.name && one.id !== id)) throw besideField(language, 'name', 'error.dosing.nameTaken')
        if (id === undefined) {
          if (all.length >= MOST_RECIPES) throw new CallFailure('error.dosing.most', { most: MOST_RECIPES })
          return scope.insert('recipe', [values]).returning(columns).executeTakeFirstOrThrow()
        }
        const before = all.find((one) => one.id === id)
        if (!before) throw notFound()
        if (before.object_version_number !== objectVersionNumber) throw new CallFailure('error.version.stale')
        return scope
          .update('recipe')
          .set({ ...values, object_version_number: before.object_version_number + 1 })
          .where('recipe.id', '=', id)
          .returning(columns)
          .executeTakeFirstOrThrow()
      })
      live.changed(asking.grant.tenantId, 'recipe', saved.id, null)
      return toRecipe(saved)
    },

    async removeRecipe({ params }, asking) {
      const gone = await asking.inTenant((scope) => scope.remove('recipe').where('recipe.id', '=', params.id).executeTakeFirst())
      if (Number(gone.numDeletedRows) === 0) throw notFound()
      live.changed(asking.grant.tenantId, 'recipe', params.id, null)
      return 1
    },

    state: ({ params }, asking) =>
      asking.inTenant(async (scope) => {
        const device = await findDevice(scope, asking, params.id, TYPES)
        const items = await itemsOf(scope, device.id)
        const start = await newestStart(scope, device.id)
        const timer = await scope.raw
          .selectFrom('job')
          .select(sql<number | null>`min(due_at)`.as('due_at'))
          .where('tenant_id', '=', scope.tenantId)
          .where('name', '=', RUN_JOB)
          .where(sql<boolean>`starts_with(key, ${`${laneKey({ deviceId: device.id, target: DOSE_TARGET })}/`})`)
          .executeTakeFirst()
        const said = items.get('dosing')
        const idOf = (code: string) => items.get(code)?.id ?? null
        return {
          running: said?.last_value == null ? null : said.last_value !== 0,
          started: start
            ? {
                commandId: start.id,
                dose: doseArgs.parse((start.args as { dose: unknown }).dose),
                at: start.created_at,
                state: start.state as CommandState,
                message: start.message,
                author: start.author,
              }
            : null,
          runsUntil: timer?.due_at ?? null,
          channels: channelsIn(items).map((channel) => ({
            channel,
            doseItemId: idOf(`dosed${channel}`),
            tankItemId: idOf(`tankLevel${channel}`),
          })),
          volumeItemId: idOf('doseVolume'),
          runningItemId: idOf('dosing'),
        }
      }),

    async start({ params, body }, asking) {
      const { language } = asking
      const { device, dose, maxRunMs } = await asking.inTenant(async (scope) => {
        const found = await findDevice(scope, asking, params.id, TYPES)
        const recipe = await recipesOf(scope).where('recipe.id', '=', body.recipeId).executeTakeFirst()
        if (!recipe) throw besideField(language, 'recipeId', 'error.dosing.recipe')
        const span = spanOf(asking, body)
        const items = await itemsOf(scope, found.id)
        const there = channelsIn(items)
        const lacking = recipe.channels.find(({ channel }) => !there.includes(channel))
        if (lacking) throw besideField(language, 'recipeId', 'error.dosing.channel', { channel: lacking.channel })
        if (isDosing(items, await newestStart(scope, found.id), clock())) throw new CallFailure('error.dosing.runs')
        const { id: _id, objectVersionNumber: _version, name, ...what } = toRecipe(recipe)
        return { device: found, dose: { ...what, recipe: name, volume: body.volume, seconds: body.seconds }, maxRunMs: span }
      })
      return ask(asking, device.id, dose, maxRunMs)
    },

    async stop({ params }, asking) {
      const device = await asking.inTenant((scope) => findDevice(scope, asking, params.id, TYPES))
      return ask(asking, device.id, null)
    },
  }
}
