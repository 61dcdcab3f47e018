import fc from 'fast-check'
import { Kysely, PostgresDialect } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileCalls } from '#contract/media/files'
import { managedNoticeCalls } from '#contract/notices/managedNotice'
import { messageCalls } from '#contract/notices/message'
import { noticeCalls } from '#contract/notices/notice'
import type { Database } from '#server/ground/database/schema'
import { inTenant, type Scope } from '#server/ground/database/scope'
import type { Asking } from '#server/ground/http/handler'
import { managedNoticeHandlers } from '#server/notices/managed'
import { type Arrange, arrange } from '../arrange.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'

let server: TestServer
let build: Arrange
beforeAll(async () => {
  server = await startTestServer()
  build = arrange(server.owner)
})
afterAll(() => server?.close())

interface Somebody {
  readonly id: number
  readonly client: Client
}
const NOBODY = { roleIds: [], unitIds: [], areaIds: [], userIds: [] }

/** An enterprise with a manager, two bases, a unit under a unit, and a person for each way in which an audience can mean them. */
async function anEnterprise() {
  const t = (await build.aTenant()).id
  const north = await build.anArea({ tenant_id: t, area_name: 'North' })
  const south = await build.anArea({ tenant_id: t, area_name: 'South' })
  const root = (await build.rowOf('org_unit', { tenant_id: t, kind: 'enterprise' }))!
  const company = await build.insert('org_unit', { tenant_id: t, kind: 'company', name: 'Fruit', parent_id: root.id })
  const team = await build.insert('org_unit', { tenant_id: t, kind: 'department', name: 'Pickers', parent_id: company.id })
  const somebody = async (codes: readonly string[] = [], areaIds: readonly number[] | null = null): Promise<Somebody> => {
    const user = await build.aUser({ tenantId: t, ...(codes.length > 0 ? { codes, areaIds } : {}) })
    return { id: user.id, client: await server.signIn(user.login_name) }
  }
  const boss = await somebody(['wfpf.company.config.notice*'])
  const publish = async (given: object = {}) =>
    (
      await boss.client.call(noticeCalls.create, {
        params: { t },
        body: { title: 'Frost', noticeContent: { noticeBody: '<p>Tonight</p>' }, ...given },
      })
    ).body
  const managed = async (id: number) => (await boss.client.call(managedNoticeCalls.get, { params: { t, id } })).body
  const place = (userId: number, unitId: number | null) =>
    server.owner.query('update furrow.membership set unit_id = $3 where tenant_id = $1 and user_id = $2', [t, userId, unitId])
  return { t, north, south, root, company, team, somebody, boss, publish, managed, place }
}
type Enterprise = Awaited<ReturnType<typeof anEnterprise>>

/** Everything by which somebody could come to know of an announcement, each asked by its own call. */
async function learns({ t }: Enterprise, { client }: Somebody, noticeId: number, fileId?: string) {
  const params = { t, id: noticeId }
  const list = (await client.call(noticeCalls.page, { params: { t }, query: {} })).body
  const unread = (await client.call(noticeCalls.page, { params: { t }, query: { readFlag: 0, size: 1 } })).body
  const told = {
    list: list.content.some((one) => one.noticeId === noticeId),
    latest: unread.content.some((one) => one.noticeId === noticeId),
    detail: (await client.call(noticeCalls.get, { params })).status === 200,
    badge: (await client.call(messageCalls.count, { params: { t } })).body.announce === 1,
    ...(fileId === undefined ? {} : { file: (await client.call(fileCalls.link, { params: { t, uuid: fileId } })).status === 200 }),
  }
  return { ...told, reading: (await client.call(noticeCalls.readFlag, { params })).status === 200 }
}
const all = (told: boolean, withFile = false) => ({
  list: told,
  latest: told,
  detail: told,
  badge: told,
  ...(withFile ? { file: told } : {}),
  reading: told,
})

describe('an announcement', () => {
  test('for whom a role, a unit, a base or a name means is known to these alone, by every way there is', async () => {
    const here = await anEnterprise()
    const { t, north, company, team, somebody, boss, publish, place } = here
    const holder = await somebody(['wfpf.farm.a'], [north.id])
    const worker = await somebody()
    await place(worker.id, team.id)
    const other = await somebody(['wfpf.farm.b'], [here.south.id])
    const role = (await build.rowOf('role_assignment', { tenant_id: t, user_id: holder.id }))!.role_id
    const upload = await boss.client.call(fileCalls.upload, {
      params: { t },
      body: { kind: 'file', file: new File(['a plan'], 'plan.txt') },
    })
    const fileId = upload.body.id
    for (const [audience, who] of [
      [{ ...NOBODY, roleIds: [role] }, holder],
      [{ ...NOBODY, unitIds: [company.id] }, worker],
      [{ ...NOBODY, areaIds: [north.id] }, holder],
      [{ ...NOBODY, userIds: [worker.id] }, worker],
    ] as const) {
      const { noticeId, attachments } = await publish({ audience, attachments: [fileId] })
      expect(attachments.map(({ fileName }) => fileName)).toEqual(['plan.txt'])
      for (const one of [holder, worker, other]) expect(await learns(here, one, noticeId, fileId)).toEqual(all(one === who, true))
      const withdrawn = await boss.client.call(noticeCalls.withdraw, { params: { t, id: noticeId }, body: { objectVersionNumber: 1 } })
      expect(withdrawn.body.statusCode).toBe('WITHDRAWN')
      for (const one of [holder, worker, other]) expect(await learns(here, one, noticeId, fileId)).toEqual(all(false, true))
    }
  })

  test('reaches who joins later, and leaves who leaves', async () => {
    const here = await anEnterprise()
    const { t, company, team, north, somebody, publish, managed, place } = here
    const person = await somebody()
    const { noticeId } = await publish({ audience: { ...NOBODY, unitIds: [company.id], areaIds: [north.id] } })
    // The manager's own role is for every base.
    expect(await managed(noticeId)).toMatchObject({ readers: 1, readBy: 0 })
    expect(await learns(here, person, noticeId)).toEqual(all(false))
    await place(person.id, team.id)
    expect(await managed(noticeId)).toMatchObject({ readers: 2, readBy: 0 })
    expect(await learns(here, person, noticeId)).toEqual(all(true))
    expect(await managed(noticeId)).toMatchObject({ readers: 2, readBy: 1 })
    await place(person.id, null)
    expect(await managed(noticeId)).toMatchObject({ readers: 1, readBy: 0 })
    expect(await learns(here, person, noticeId)).toMatchObject({ list: false, detail: false, reading: false })
    const list = await here.boss.client.call(managedNoticeCalls.readers, { params: { t, id: noticeId } })
    expect(list.body.content.map(({ userId, state }) => [userId, state])).toEqual(
      expect.arrayContaining([
        [here.boss.id, 'unread'],
        [person.id, 'left'],
      ]),
    )
    await server.owner.query('update furrow.app_user set enabled = false where id = $1', [here.boss.id])
    const { rows } = await server.owner.query('select count(*)::int as n from furrow.notice_audience where notice_id = $1', [noticeId])
    expect(rows[0].n).toBe(2)
  })

  test('names what is there alone: nothing of another enterprise, and never nobody', async () => {
    const { t, boss, publish } = await anEnterprise()
    const stranger = await anEnterprise()
    const write = async (audience: object) =>
      boss.client.call(noticeCalls.create, {
        params: { t },
        body: { title: 'A', noticeContent: { noticeBody: '' }, audience: audience as typeof NOBODY },
      })
    for (const audience of [NOBODY, { ...NOBODY, userIds: [stranger.boss.id] }, { ...NOBODY, unitIds: [stranger.team.id] }]) {
      const { status, body } = await write(audience)
      expect([status, Object.keys((body as { fields?: object }).fields ?? {})]).toEqual([400, ['audience']])
    }
    // What was named and has gone names nobody, and is not everybody.
    const gone = await build.aRole({ tenant_id: t })
    const { noticeId } = await publish({ audience: { ...NOBODY, roleIds: [gone.id] } })
    await server.owner.query('delete from furrow.role where id = $1', [gone.id])
    const { body } = await boss.client.call(managedNoticeCalls.get, { params: { t, id: noticeId } })
    expect(body).toMatchObject({ readers: 0, audience: { roles: [], units: [], bases: [], people: [] } })
  })

  test('is changed by one of two who change it at once, and the other is told', async () => {
    const { t, boss, publish, managed, somebody } = await anEnterprise()
    const second = await somebody(['*'])
    const { noticeId } = await publish({ audience: { ...NOBODY, userIds: [second.id] } })
    const save = ({ client }: Somebody, title: string) =>
      client.call(noticeCalls.update, {
        params: { t },
        body: { noticeId, objectVersionNumber: 1, title, noticeContent: { noticeBody: '<p>x</p>' } },
      })
    const answers = await Promise.all([save(boss, 'One'), save(second, 'Two')])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
    // For whom it is was not said, and stays as it was.
    expect(await managed(noticeId)).toMatchObject({ readers: 1, audience: { people: [{ id: second.id }] } })
  })

  test('that is corrected stays read; that is said anew, or published after it was withdrawn, is news again', async () => {
    const here = await anEnterprise()
    const { t, boss, publish, managed, somebody } = here
    const reader = await somebody()
    const { noticeId } = await publish({ audience: { ...NOBODY, userIds: [reader.id] } })
    const unread = async () => (await reader.client.call(messageCalls.count, { params: { t } })).body.announce
    const read = () => reader.client.call(noticeCalls.readFlag, { params: { t, id: noticeId } })
    const save = async (given: object) => {
      const { objectVersionNumber } = await managed(noticeId)
      const body = { noticeId, objectVersionNumber, title: 'Frost!', noticeContent: { noticeBody: '<p>Now</p>' }, ...given }
      expect((await boss.client.call(noticeCalls.update, { params: { t }, body })).status).toBe(200)
    }
    await read()
    await save({})
    expect(await unread()).toBe(0)
    await save({ renew: true })
    expect(await unread()).toBe(1)
    expect(await managed(noticeId)).toMatchObject({ readers: 1, readBy: 0 })
    const states = async () =>
      (await boss.client.call(managedNoticeCalls.readers, { params: { t, id: noticeId } })).body.content.map(({ state }) => state)
    expect(await states()).toEqual(['earlier'])
    await read()
    expect([await unread(), await states()]).toEqual([0, ['read']])
    const { objectVersionNumber } = await managed(noticeId)
    const withdraw = () => boss.client.call(noticeCalls.withdraw, { params: { t, id: noticeId }, body: { objectVersionNumber } })
    // A double click withdraws once.
    expect((await Promise.all([withdraw(), withdraw()])).map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 409,
    ])
    expect(await managed(noticeId)).toMatchObject({ statusCode: 'WITHDRAWN', readBy: 1, withdrawnBy: 'A User' })
    await save({ statusCode: 'PUBLISHED' })
    expect(await unread()).toBe(1)
  })

  test('opens no file that its writer may not read', async () => {
    const { t, publish, somebody, boss } = await anEnterprise()
    const other = await somebody()
    const attachmentUuid = crypto.randomUUID()
    const upload = await other.client.call(fileCalls.upload, {
      params: { t },
      body: { kind: 'file', attachmentUuid, file: new File(['wages'], 'wages.txt') },
    })
    for (const given of [{ attachments: [upload.body.id] }, { attachmentUuid }]) {
      const body = { title: 'A', noticeContent: { noticeBody: '' }, ...given }
      expect((await boss.client.call(noticeCalls.create, { params: { t }, body })).body).toMatchObject({ code: 'error.file.gone' })
    }
    expect((await publish()).attachments).toEqual([])
  })
})

test(
  'whoever comes, goes and is renamed: every way of asking for whom an announcement is answers alike',
  { timeout: 120_000 },
  async () => {
    const here = await anEnterprise()
    const { t, north, south, company, team, boss, publish, place } = here
    const people = await Promise.all([0, 1, 2].map(() => here.somebody()))
    const roles = await Promise.all([0, 1].map(() => build.aRole({ tenant_id: t, codes: ['wfpf.farm.a'] })))
    const areas = [[north.id], [south.id], null]
    const some = (ids: readonly number[]) => fc.subarray([...ids])
    const audience = fc.record({
      roleIds: some(roles.map(({ id }) => id)),
      unitIds: some([company.id, team.id]),
      areaIds: some([north.id, south.id]),
      userIds: some(people.map(({ id }) => id)),
    })
    const person = fc.nat(2)
    const step = fc.oneof(
      fc.tuple(fc.constant('place' as const), person, fc.nat(2)),
      fc.tuple(fc.constant('give' as const), person, fc.nat(5)),
      fc.tuple(fc.constant('take' as const), person, fc.nat(1)),
    )
    await fc.assert(
      fc.asyncProperty(audience, fc.array(step, { maxLength: 6 }), async (named, steps) => {
        fc.pre(Object.values(named).some((ids) => ids.length > 0))
        const { noticeId } = await publish({ audience: named })
        for (const [what, who, which] of steps) {
          const userId = people[who]!.id
          if (what === 'place') await place(userId, [null, company.id, team.id][which]!)
          else {
            const at = [t, userId, roles[which % 2]!.id]
            await server.owner.query('delete from furrow.role_assignment where tenant_id = $1 and user_id = $2 and role_id = $3', at)
            if (what === 'give')
              await server.owner.query(
                'insert into furrow.role_assignment (tenant_id, user_id, role_id, area_ids) values ($1, $2, $3, $4)',
                [...at, areas[which % 3]],
              )
          }
        }
        // Reckoned from the rows in another way than the product does.
        const { rows: assigned } = await server.owner.query<{ user_id: number; role_id: number; area_ids: number[] | null }>(
          'select * from furrow.role_assignment where tenant_id = $1',
          [t],
        )
        const { rows: placed } = await server.owner.query<{ user_id: number; unit_id: number | null }>(
          'select user_id, unit_id from furrow.membership where tenant_id = $1',
          [t],
        )
        const meant = placed.flatMap(({ user_id: userId, unit_id: unit }) => {
          const own = assigned.filter((one) => one.user_id === userId)
          const is =
            named.userIds.includes(userId) ||
            own.some((one) => named.roleIds.includes(one.role_id)) ||
            own.some((one) => named.areaIds.some((id) => one.area_ids === null || one.area_ids.includes(id))) ||
            (unit !== null && (named.unitIds.includes(unit) || (unit === team.id && named.unitIds.includes(company.id))))
          return is ? [userId] : []
        })
        const listed = await boss.client.call(managedNoticeCalls.readers, { params: { t, id: noticeId }, query: { size: 0 } })
        expect(listed.body.content.map(({ userId }) => userId).toSorted((one, other) => one - other)).toEqual(
          meant.toSorted((one, other) => one - other),
        )
        expect((await here.managed(noticeId)).readers).toBe(meant.length)
        expect((await boss.client.call(managedNoticeCalls.reach, { params: { t }, body: { audience: named } })).body.people).toBe(
          meant.length,
        )
        for (const one of people) expect(await learns(here, one, noticeId)).toEqual(all(meant.includes(one.id)))
        await server.owner.query('delete from furrow.notice where id = $1', [noticeId])
      }),
      { numRuns: 25 },
    )
  },
)

test('five thousand readers cost as many queries as five', async () => {
  const { t, boss, publish } = await anEnterprise()
  const { noticeId } = await publish()
  let asked = 0
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: server.services.servicePool }), log: () => void asked++ })
  const handlers = managedNoticeHandlers({ foreign: server.services.foreign })
  const who = { tenantId: t, userId: boss.id, areas: null }
  const asking = { caller: { userId: boss.id }, inTenant: <T>(work: (scope: Scope) => Promise<T>) => inTenant(db, who, work) } as Asking
  const params = { t, id: noticeId }
  const count = async () => {
    asked = 0
    const { content } = await handlers.page({ params: { t }, query: { page: 1, size: 10 }, body: undefined }, asking)
    const list = await handlers.readers({ params, query: { page: 1, size: 0 }, body: undefined }, asking)
    expect(list.content).toHaveLength(content[0]!.readers)
    return { readers: content[0]!.readers, asked }
  }
  const few = await count()
  await server.owner.query(
    `with made as (insert into furrow.app_user (login_name, real_name, password_hash)
       select 'many-${t}-' || n, 'Reader ' || n, 'x' from generate_series(1, 5000) n returning id)
     insert into furrow.membership (tenant_id, user_id) select $1, id from made`,
    [t],
  )
  expect(await count()).toEqual({ readers: few.readers + 5000, asked: few.asked })
})

describe('whoever writes in some bases alone', () => {
  const WRITER = ['wfpf.company.config.notice*']
  const text = { title: 'Frost', noticeContent: { noticeBody: '<p>Tonight</p>' } }

  test('reaches nobody beyond them: neither in writing, nor by what somebody else named, nor by changing what others have', async () => {
    const farm = await anEnterprise()
    const { t, north, south, root, team, somebody, boss, publish, place } = farm
    const writer = await somebody(WRITER, [north.id])
    const [ofNorth, ofSouth, everywhere] = [
      await somebody(['wfpf.farm.a'], [north.id]),
      await somebody(['wfpf.farm.a'], [south.id]),
      await somebody(['wfpf.farm.a']),
    ]
    const unit = (await build.rowOf('org_unit', { tenant_id: t, area_id: north.id }))!
    const below = await build.insert('org_unit', { tenant_id: t, kind: 'department', name: 'North team', parent_id: unit.id })
    const inTeam = await somebody()
    await place(inTeam.id, below.id)
    const role = await build.aRole({ tenant_id: t, userId: ofNorth.id, areaIds: [north.id] })
    const write = (audience: object | null | undefined, more: object = {}) =>
      writer.client.call(noticeCalls.create, {
        params: { t },
        body: { ...text, ...(audience === undefined ? {} : { audience }), ...more } as never,
      })
    const named = (names: object) => ({ ...NOBODY, ...names })
    const told = ({ status, body }: { status: number; body: unknown }) => [status, Object.keys((body as { fields?: object }).fields ?? {})]

    for (const audience of [
      undefined,
      null,
      named({ areaIds: [south.id] }),
      named({ areaIds: [north.id, south.id] }),
      named({ roleIds: [role.id] }),
      named({ unitIds: [root.id] }),
      named({ unitIds: [team.id] }),
      named({ userIds: [ofSouth.id] }),
    ])
      expect([audience, told(await write(audience))]).toEqual([audience, [400, ['audience']]])
    for (const audience of [
      named({ areaIds: [north.id] }),
      named({ unitIds: [unit.id, below.id] }),
      named({ userIds: [ofNorth.id, everywhere.id, inTeam.id] }),
    ])
      expect([audience, (await write(audience)).status]).toEqual([audience, 200])

    // What is offered is what would be taken.
    const { body: offered } = await writer.client.call(managedNoticeCalls.options, { params: { t } })
    const ids = (of: readonly { id: number }[]) => of.map(({ id }) => id).toSorted((one, other) => one - other)
    expect([offered.everybody, offered.roles, ids(offered.bases), ids(offered.units)]).toEqual([false, [], [north.id], [unit.id, below.id]])
    expect(ids(offered.people)).toEqual([boss.id, writer.id, ofNorth.id, everywhere.id, inTeam.id].toSorted((one, other) => one - other))
    expect((await boss.client.call(managedNoticeCalls.options, { params: { t } })).body.everybody).toBe(true)

    // A draft may wait for somebody who may publish it; to publish it is refused, also where its audience is not said anew.
    const { body: draft } = await write(null, { statusCode: 'DRAFT' })
    const change = (id: number, objectVersionNumber: number, more: object) =>
      writer.client.call(noticeCalls.update, { params: { t }, body: { ...text, noticeId: id, objectVersionNumber, ...more } as never })
    expect(told(await change(draft.noticeId, 1, { statusCode: 'PUBLISHED' }))).toEqual([400, ['audience']])
    expect((await change(draft.noticeId, 1, { statusCode: 'PUBLISHED', audience: named({ areaIds: [north.id] }) })).status).toBe(200)

    // What everybody has is neither changed, narrowed, taken back nor withdrawn.
    const toAll = await publish()
    for (const more of [{}, { audience: named({ areaIds: [north.id] }) }, { statusCode: 'DRAFT' }])
      expect([more, (await change(toAll.noticeId, 1, more)).status]).toEqual([more, more.audience || more.statusCode ? 403 : 400])
    const at = { params: { t, id: toAll.noticeId } }
    expect((await writer.client.call(noticeCalls.withdraw, { ...at, body: { objectVersionNumber: 1 } })).status).toBe(403)
    expect((await boss.client.call(noticeCalls.withdraw, { ...at, body: { objectVersionNumber: 1 } })).status).toBe(200)
    expect((await writer.client.call(noticeCalls.remove, at)).status).toBe(403)
    expect((await boss.client.call(noticeCalls.remove, at)).status).toBe(200)
  })
})

test('what is published is withdrawn before it is deleted: until then nobody loses who has read it', async () => {
  const { t, boss, publish, managed, somebody } = await anEnterprise()
  const reader = await somebody()
  const { noticeId: id } = await publish()
  await reader.client.call(noticeCalls.readFlag, { params: { t, id } })
  const remove = () => boss.client.call(noticeCalls.remove, { params: { t, id } })
  const refused = await remove()
  expect([refused.status, (refused.body as unknown as { code: string }).code]).toEqual([409, 'error.notice.published'])
  expect((await managed(id)).readBy).toBe(1)
  // Of one who withdraws and one who deletes at once either order is lawful, and nothing is left half.
  const withdraw = () => boss.client.call(noticeCalls.withdraw, { params: { t, id }, body: { objectVersionNumber: 1 } })
  const [gone, taken] = await Promise.all([remove(), withdraw()])
  expect([taken.status, [200, 409].includes(gone.status)]).toEqual([200, true])
  if (gone.status === 409) expect((await remove()).status).toBe(200)
  expect((await boss.client.call(managedNoticeCalls.get, { params: { t, id } })).status).toBe(404)
})
