import { sql } from 'kysely'
import type { FlowDefinition } from '#contract/flows/definition'
import { type FlowBody, MOST_FLOWS, MOST_VERSIONS } from '#contract/flows/flow'
import { mustSeeBase, nameOf } from '../../ground/database/asked.ts'
import type { Scope } from '../../ground/database/scope.ts'
import { CallFailure, notFound } from '../../ground/failure.ts'
import { besideField, faultyField } from '../../ground/http/faults.ts'
import type { Language } from '../../ground/words.ts'
import { isCron } from '../run/clockTimes.ts'

type Facts = Omit<FlowBody, 'areaId'>
/** Who writes, and in whose words what is wrong is said. */
interface Writer {
  readonly language: Language
  readonly caller: { readonly userId: number }
}

/**
 * A flow that the caller may see, locked until the transaction ends; else fails with error.notFound. What starts it meanwhile need not wait, and
 * is ended where it is disabled.
 */
export async function lockFlow(scope: Scope, id: number) {
  const row = await scope.select('flow').selectAll('flow').where('flow.id', '=', id).forNoKeyUpdate('flow').executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** Makes a disabled flow with its first version. Fails with error.notFound, error.flow.mostFlows. */
export async function makeFlow(scope: Scope, writer: Writer, { areaId, ...facts }: FlowBody, now: number): Promise<{ id: number }> {
  await mustSeeBase(scope, areaId)
  await mustBeLawful(scope, writer, areaId, facts)
  const { n } = await scope
    .select('flow')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('flow.area_id', '=', areaId)
    .executeTakeFirstOrThrow()
  if (n >= MOST_FLOWS) throw new CallFailure('error.flow.mostFlows', { most: MOST_FLOWS })
  const row = await scope
    .insert('flow', [{ area_id: areaId, ...columnsOf(facts) }])
    .returning(['flow.id', 'flow.name', 'flow.version'])
    .executeTakeFirstOrThrow()
  await keepVersion(scope, writer, row, facts.definition, now)
  return row
}

/** Changes a disabled flow; another definition is another version. Fails with error.flow.enabled, error.version.stale. */
export async function changeFlow(
  scope: Scope,
  writer: Writer,
  id: number,
  { objectVersionNumber, ...facts }: Facts & { objectVersionNumber: number },
  now: number,
): Promise<{ id: number }> {
  const before = await lockFlow(scope, id)
  if (before.enabled_flag === 1) throw new CallFailure('error.flow.enabled')
  if (before.object_version_number !== objectVersionNumber) throw new CallFailure('error.version.stale')
  await mustBeLawful(scope, writer, before.area_id, facts)
  const columns = columnsOf(facts)
  const row = await scope
    .update('flow')
    .set({
      ...columns,
      version: sql<number>`version + case when definition = ${columns.definition}::jsonb then 0 else 1 end`,
      object_version_number: objectVersionNumber + 1,
    })
    .where('flow.id', '=', id)
    .returning(['flow.id', 'flow.name', 'flow.version'])
    .executeTakeFirstOrThrow()
  if (row.version !== before.version) await keepVersion(scope, writer, row, facts.definition, now)
  return row
}

const columnsOf = ({ name, note, groupId, definition }: Facts) => ({
  name: name.trim(),
  note: note.trim(),
  group_id: groupId,
  definition: JSON.stringify(definition),
})

/** What a clock is told must mean something; else fails beside it. */
export function mustHaveCrons(language: Language, { triggers }: FlowDefinition): void {
  const wrong = triggers.findIndex((trigger) => trigger.kind === 'cron' && !isCron(trigger.cron))
  if (wrong >= 0) throw faultyField(language, `definition.triggers.${wrong}.cron`, 'cron')
}

async function mustBeLawful(scope: Scope, { language }: Writer, areaId: number, { groupId, definition }: Facts): Promise<void> {
  mustHaveCrons(language, definition)
  if (groupId === null) return
  const group = await scope
    .select('flow_group')
    .select('flow_group.id')
    .where('flow_group.id', '=', groupId)
    .where('flow_group.area_id', '=', areaId)
    .executeTakeFirst()
  if (!group) throw besideField(language, 'groupId', 'error.record.unknown')
}

/** Writes a version down, and forgets those that are too many. */
async function keepVersion(
  scope: Scope,
  writer: Writer,
  { id, name, version }: { id: number; name: string; version: number },
  definition: FlowDefinition,
  now: number,
): Promise<void> {
  const savedBy = await nameOf(scope, writer.caller.userId)
  await scope
    .insert('flow_version', [
      { flow_id: id, version, name, definition: JSON.stringify(definition), saved_at: Math.floor(now), saved_by: savedBy },
    ])
    .execute()
  await scope
    .remove('flow_version')
    .where('flow_version.flow_id', '=', id)
    .where('flow_version.version', '<=', version - MOST_VERSIONS)
    .execute()
}
