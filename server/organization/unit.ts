import { sql } from 'kysely'
import type { CallGroups } from '#contract/calls'
import { mayHoldStaff, MOST_UNITS } from '#contract/organization/unitKinds'
import type { Context } from '../ground/contents.ts'
import { besideField } from '../ground/crud/rules.ts'
import type { Scope } from '../ground/database/scope.ts'
import { lineOf, nameLeader, oneChange } from '../ground/approvals/leaders.ts'
import { membersAmong } from '../ground/approvals/people.ts'
import { CallFailure, notFound } from '../ground/failure.ts'
import { type Asking, type Handlers, written } from '../ground/http/handler.ts'
import { keepingReach } from './rights.ts'
import { type Places, placesOf } from './unitPlaces.ts'
import { readStaff, readTree, readUnit, treeText } from './unitRows.ts'
import { unitSheet } from './unitSheet.ts'

/** The leaders that a line shows at most: more than approvals ask. */
const LINE_SHOWN = 20

/** No sister is called the same, and no other unit has the code. */
function mustBeFree(
  asking: Asking,
  { all, under }: Places,
  given: { unitId: number | null; parentId: number | null; name: string | null; code: string | null },
): void {
  const isOther = (one: { unitId: number }) => one.unitId !== given.unitId
  const sameName = ({ name }: { name: string | null }) => name !== null && name.toLowerCase() === given.name?.toLowerCase()
  if (given.parentId !== null && under(given.parentId).some((one) => isOther(one) && sameName(one)))
    throw besideField(asking, 'error.conflict', 'name', 'taken')
  if (given.code !== null && all.some((one) => isOther(one) && one.code === given.code))
    throw besideField(asking, 'error.conflict', 'code', 'taken')
}

/** A new leader may sign in here; one who was there before may have left meanwhile. */
async function mustLead(asking: Asking, scope: Scope, leaderId: number | null, before: number | null): Promise<void> {
  if (leaderId === null || leaderId === before || (await membersAmong(scope, [leaderId])).length > 0) return
  throw besideField(asking, 'error.organization.leaderUnknown', 'leaderId', 'invalid')
}

/** Writes the order of sisters. */
const inOrder = (scope: Scope, unitIds: readonly number[]) =>
  sql`update org_unit set sort = given.nth from unnest(${unitIds}::bigint[]) with ordinality as given (id, nth)
    where org_unit.tenant_id = ${scope.tenantId} and org_unit.id = given.id and org_unit.sort <> given.nth`.execute(scope.raw)

interface Placing {
  readonly userId: number
  readonly objectVersionNumber: number
}
/** Gives people a place. They keep their titles unless one is given. */
async function place(
  scope: Scope,
  places: Places,
  people: readonly Placing[],
  unitId: number | null,
  title?: string | null,
): Promise<void> {
  const known = new Map(
    (
      await readStaff(
        scope,
        people.map(({ userId }) => userId),
      )
    ).map((one) => [one.userId, one]),
  )
  const unit = unitId === null ? null : places.unit(unitId)
  for (const { userId, objectVersionNumber } of people) {
    const before = known.get(userId)
    if (before === undefined) throw notFound()
    places.mayPlace(before.unitId)
    if (before.objectVersionNumber !== objectVersionNumber) throw new CallFailure('error.version.stale')
    if (unit === undefined) throw new CallFailure('error.organization.parentUnknown')
    if (unit !== null && !mayHoldStaff(unit.kind)) throw new CallFailure('error.organization.staffPlace')
    await scope
      .update('membership')
      .set({ unit_id: unitId, object_version_number: objectVersionNumber + 1, ...(title === undefined ? {} : { title }) })
      .where('membership.user_id', '=', userId)
      .execute()
  }
}

/** The tree of an enterprise: every change of it is the only one of its tenant meanwhile, and told to open consoles. */
export function unitHandlers({ live, foreign }: Pick<Context, 'live' | 'foreign'>): Handlers<CallGroups['unit']> {
  async function changing<Answer>(asking: Asking, work: (scope: Scope, places: Places) => Promise<Answer>): Promise<Answer> {
    const answer = await asking.inTenant(async (scope) => {
      await oneChange(scope)
      return work(scope, await placesOf(scope))
    })
    live.changed(asking.grant.tenantId, 'orgUnit', null, null)
    return answer
  }
  const set = (scope: Scope, unitId: number, version: number, values: Record<string, string | number | null>) =>
    scope
      .update('org_unit')
      .set({ ...values, object_version_number: version + 1 })
      .where('org_unit.id', '=', unitId)
      .execute()

  return {
    tree: async (_, { inTenant }) => written(await inTenant(treeText)),

    create: ({ body }, asking) =>
      changing(asking, async (scope, places) => {
        const parent = places.parent(body.parentId, body.kind)
        if (places.all.length >= MOST_UNITS) throw new CallFailure('error.organization.most', { max: MOST_UNITS })
        const name = body.name.trim()
        mustBeFree(asking, places, { unitId: null, parentId: parent.unitId, name, code: body.code })
        await mustLead(asking, scope, body.leaderId, null)
        const { id } = await scope
          .insert('org_unit', [{ kind: body.kind, parent_id: parent.unitId, name, code: body.code, leader_id: body.leaderId }])
          .returning('id')
          .executeTakeFirstOrThrow()
        await inOrder(scope, [...places.under(parent.unitId).map(({ unitId }) => unitId), id])
        return readUnit(scope, id)
      }),

    update: ({ body }, asking) =>
      changing(asking, async (scope, places) => {
        const unit = places.find(body.unitId, body.objectVersionNumber)
        const name = body.name?.trim() ?? null
        if (unit.name !== null && name === null) throw besideField(asking, 'error.input.invalid', 'name', 'required')
        mustBeFree(asking, places, { ...unit, name: unit.name === null ? null : name, code: body.code })
        await mustLead(asking, scope, body.leaderId, unit.leaderId)
        await set(scope, unit.unitId, unit.version, {
          ...(unit.name === null ? {} : { name }),
          code: body.code,
          leader_id: body.leaderId,
        })
        return readUnit(scope, unit.unitId)
      }),

    move: ({ body }, asking) =>
      changing(asking, async (scope, places) => {
        const unit = places.find(body.unitId, body.objectVersionNumber)
        if (unit.parentId === null) throw new CallFailure('error.organization.notHere')
        if (places.isWithin(body.parentId, unit.unitId)) throw new CallFailure('error.organization.circle')
        const parent = places.parent(body.parentId, unit.kind, places.height(unit.unitId))
        mustBeFree(asking, places, { ...unit, parentId: parent.unitId })
        // Where a role was given for a company, whoever moves a base below it gives it there.
        await keepingReach(scope, asking.caller.userId, () => set(scope, unit.unitId, unit.version, { parent_id: parent.unitId }))
        const sisters = places.under(parent.unitId).flatMap(({ unitId }) => (unitId === unit.unitId ? [] : [unitId]))
        const at = body.beforeId === null ? -1 : sisters.indexOf(body.beforeId)
        await inOrder(scope, sisters.toSpliced(at < 0 ? sisters.length : at, 0, unit.unitId))
        return readUnit(scope, unit.unitId)
      }),

    remove: ({ body }, asking) =>
      changing(asking, async (scope, places) => {
        const unit = places.find(body.unitId, body.objectVersionNumber)
        if (unit.kind === 'enterprise' || unit.kind === 'base') throw new CallFailure('error.organization.notHere')
        if (places.under(unit.unitId).length > 0) throw new CallFailure('error.organization.hasUnits')
        const somebody = await scope
          .select('membership')
          .select('membership.user_id')
          .where('membership.unit_id', '=', unit.unitId)
          .limit(1)
          .executeTakeFirst()
        if (somebody) throw new CallFailure('error.organization.hasStaff')
        const given = await scope
          .select('role_assignment')
          .select('role_assignment.user_id')
          .where(sql<boolean>`${unit.unitId} = any(role_assignment.unit_ids)`)
          .limit(1)
          .executeTakeFirst()
        if (given) throw new CallFailure('error.organization.inRole')
        await scope.remove('org_unit').where('org_unit.id', '=', unit.unitId).execute()
        return 1 as const
      }),

    staff: ({ body }, asking) =>
      changing(asking, async (scope, places) => {
        const [before] = await readStaff(scope, [body.userId])
        await place(scope, places, [body], body.unitId, body.title?.trim() || null)
        await mustLead(asking, scope, body.leaderId, before?.leaderId ?? null)
        await nameLeader(scope, body.userId, body.leaderId)
        return (await readStaff(scope, [body.userId]))[0]!
      }),

    place: ({ body }, asking) =>
      changing(asking, async (scope, places) => {
        await place(scope, places, body.people, body.unitId)
        return readStaff(
          scope,
          body.people.map(({ userId }) => userId),
        )
      }),

    line: ({ query }, { inTenant }) =>
      inTenant(async (scope) => {
        const { staff } = await readTree(scope)
        if (!staff.some(({ userId }) => userId === query.userId)) throw notFound()
        const line = await lineOf(scope, query.userId, LINE_SHOWN)
        const known = new Map(
          (
            await membersAmong(
              scope,
              line.map(({ userId }) => userId),
            )
          ).map((one) => [one.userId, one.realName]),
        )
        return line.map(({ userId, unitId }) => ({ userId, realName: known.get(userId) ?? null, unitId }))
      }),

    export: (_, asking) => unitSheet(asking, foreign),
  }
}
