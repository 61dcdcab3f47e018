import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { area } from '#contract/farm/area'
import { taskCalls } from '#contract/farm/task'
import { activity } from '#contract/farm/activity'
import { actIn, call, isFailure } from '#src/api/call.ts'
import { dropTokens, keepSelf, keepTokens } from '#src/api/tokens.ts'
import { saveInField, withWaitingEdits } from '#src/crud/fieldRecord.ts'
import { doOrKeep, keepOperation, KEPT, operationOf } from '#src/field/act.ts'
import { followSession } from '#src/field/followSession.ts'
import { sendQueue } from '#src/field/sender.ts'
import { database } from '#src/kept/database.ts'
import { keepFile, keptIn } from '#src/kept/files.ts'
import { enqueued } from '#src/kept/operation.ts'
import { changeQueue, followQueue, queueOf, readQueue, sweepFiles } from '#src/kept/queue.ts'
import { forgetReads, keepAnswer, keptAnswer } from '#src/kept/reads.ts'
import { session, signOut } from '#src/session/session.ts'

/** What the server says of a picture that is sent. */
const upload = vi.hoisted(() => vi.fn())
vi.mock('#src/files/uploadFile.ts', async (original) => ({ ...(await original<object>()), uploadFile: upload }))
vi.mock('#src/session/wayBack.ts', async (original) => ({ ...(await original<object>()), goToLogin: () => undefined }))

const USER = 3
const self = { id: USER, tenantId: 1 } as never
/** What the server answers next, by path; nothing: nobody answers. */
let answers: Record<string, () => Response | Promise<Response>> = {}
const sent: { path: string; key: string | null; body: unknown }[] = []
const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const healthz = (ahead = 0) => ({ '/healthz': () => new Response('', { headers: { date: new Date(Date.now() - ahead).toUTCString() } }) })
const kept = () => database.open()
const count = async (name: 'reads' | 'files') => (await kept()).count(name)
/** The server has the pictures that wait. */
const sendFiles = async () => {
  for (const file of await (await kept()).getAll('files'))
    await (await kept()).put('files', { ...file, fileUrl: '/hfle/v1/1/files/x/content' })
}
const signIn = (id = USER, tenantId = 1) => {
  session.set({ ...session.get(), status: 'signedIn', self: { ...(self as object), id, tenantId } as never, tenantId })
  keepSelf({ id, tenantId })
  actIn(tenantId, `${id} ${tenantId}`)
  followQueue(id)
}

beforeEach(async () => {
  answers = {}
  sent.length = 0
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const path = address.split('?')[0]!
    if (path !== '/healthz') {
      const { headers = {}, body } = init as { headers?: Record<string, string>; body?: string }
      sent.push({ path, key: headers['idempotency-key'] ?? null, body: body === undefined ? undefined : JSON.parse(body) })
    }
    const answer = answers[path]
    if (answer === undefined) throw new TypeError('no network')
    return answer()
  })
  await Promise.all((['reads', 'operations', 'files'] as const).map((name) => kept().then((open) => open.clear(name))))
  signIn()
})
afterEach(() => {
  dropTokens('signedOut')
  followQueue(null)
  vi.unstubAllGlobals()
})

describe('what was read', () => {
  const options = '/wfpf/v1/1/area/options'
  const KEY = JSON.stringify(['/wfpf/v1/{t}/area/options', { t: 1 }, [['size', 50]]])
  const page = { content: [{ id: 1, title: 'North', enabledFlag: 1 }], totalElements: 1 }
  const ask = (kept?: (at: number | null) => void, query: object = { size: 50 }) =>
    call(area.calls.options, { query: query as never }, { quiet: true, ...(kept ? { kept } : {}) })

  test('is given with its age where nobody answers, and what was searched for is answered by all that is offered', async () => {
    answers = { [options]: () => json(page) }
    const heard: (number | null)[] = []
    await ask((at) => heard.push(at))
    await vi.waitFor(async () => expect(await count('reads')).toBe(1))
    answers = {}
    expect(await ask((at) => heard.push(at))).toEqual(page)
    expect(await ask((at) => heard.push(at), { size: 50, search: 'No' })).toEqual(page)
    expect(heard).toEqual([null, expect.any(Number), expect.any(Number)])
    expect(isFailure(await ask(undefined, { size: 10 }))).toBe(true)
  })

  test('is not narrowed by what was searched for while there was a network', async () => {
    answers = { [options]: () => json(page) }
    await ask()
    await vi.waitFor(async () => expect(await count('reads')).toBe(1))
    answers = { [options]: () => json({ content: [], totalElements: 0 }) }
    await ask(undefined, { size: 50, search: 'nothing' })
    answers = {}
    expect(await ask()).toEqual(page)
  })

  test('is given where the line says nothing, and where only a proxy answers; what comes late is kept all the same', async () => {
    await keepAnswer(`${USER} 1`, KEY, page, 5)
    answers = { [options]: () => new Response('<html>', { status: 502 }) }
    expect(await ask()).toEqual(page)
    let answer: (response: Response) => void = () => undefined
    answers = { [options]: () => new Promise<Response>((resolve) => (answer = resolve)) }
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    try {
      const heard: (number | null)[] = []
      const asked = ask((at) => heard.push(at))
      await vi.advanceTimersByTimeAsync(6000)
      expect(await asked).toEqual(page)
      expect(heard).toEqual([5])
    } finally {
      vi.useRealTimers()
    }
    answer(json({ ...page, totalElements: 9 }))
    await vi.waitFor(async () => expect(await keptAnswer(`${USER} 1`, KEY)).toMatchObject({ answer: { totalElements: 9 } }))
  })

  test('is given to nobody else, and to nobody in another tenant', async () => {
    answers = { [options]: () => json(page) }
    await ask()
    await vi.waitFor(async () => expect(await count('reads')).toBe(1))
    answers = {}
    signIn(4)
    expect(isFailure(await ask())).toBe(true)
    signIn(USER, 2)
    expect(isFailure(await ask())).toBe(true)
  })

  test('is not given in the place of a refusal, and goes with the session', async () => {
    await keepAnswer(`${USER} 1`, 'x', 1)
    await keepAnswer('4 1', 'x', 2)
    await forgetReads(USER)
    expect(await keptAnswer('4 1', 'x')).toBeNull()
    expect(await keptAnswer(`${USER} 1`, 'x')).toMatchObject({ answer: 1 })
    await forgetReads()
    expect(await count('reads')).toBe(0)
    answers = { [options]: () => json(page) }
    await ask()
    await vi.waitFor(async () => expect(await count('reads')).toBe(1))
    answers = { [options]: () => json({ failed: true, code: 'error.forbidden', message: 'No' }, 403) }
    expect(await ask()).toMatchObject({ status: 403 })
  })

  test('is not kept of an answer that came to the token of somebody else, who signed in in another tab', async () => {
    answers = {
      [options]: () => {
        keepTokens({ access_token: 'of another' }, 'signedIn')
        return json(page)
      },
    }
    await ask()
    keepSelf({ id: 4, tenantId: 1 })
    await ask()
    await keepAnswer('4 1', 'x', 1)
    expect((await (await kept()).getAll('reads')).map(({ owner }) => owner)).toEqual(['4 1'])
  })

  test('is no more than so many answers: the oldest go', async () => {
    await database.inOne(['reads'], async (change) => {
      for (let at = 0; at < 2000; at++) await change.objectStore('reads').put({ owner: `${USER} 1`, key: String(at), answer: 0, at })
    })
    await keepAnswer(`${USER} 1`, 'new', 1)
    expect(await count('reads')).toBe(2000)
    expect(await keptAnswer(`${USER} 1`, '0')).toBeNull()
  })
})

test('with the session of a user goes what was read by others, and after it all of it; their queue is shown to nobody and stays', async () => {
  session.set({ ...session.get(), status: 'signedIn', self: { id: 8, tenantId: 1 } as never, tenantId: 1 })
  followSession()
  await keepAnswer('8 1', 'x', 1)
  await keepAnswer('9 1', 'x', 1)
  await doOrKeep({
    kind: 'task',
    record: 7,
    idName: 'taskId',
    title: 'Weed',
    declaration: taskCalls.act,
    body: { verb: 'start' },
    deed: { does: 'act', verb: 'start' },
  })
  await vi.waitFor(() => expect(queueOf.get()).toHaveLength(1))
  session.set({ ...session.get(), status: 'failed', self: null, tenantId: -1 })
  expect(await keptAnswer('8 1', 'x')).not.toBeNull()
  session.set({ ...session.get(), status: 'signedIn', self: { id: 9, tenantId: 1 } as never, tenantId: 1 })
  await vi.waitFor(async () => expect(await keptAnswer('8 1', 'x')).toBeNull())
  expect(await keptAnswer('9 1', 'x')).not.toBeNull()
  expect(queueOf.get()).toEqual([])
  session.set({ ...session.get(), status: 'signedOut', self: null, tenantId: -1 })
  await vi.waitFor(async () => expect(await count('reads')).toBe(0))
  session.set({ ...session.get(), status: 'signedIn', self: { id: 8, tenantId: 1 } as never, tenantId: 1 })
  await vi.waitFor(() => expect(queueOf.get()).toHaveLength(1))
})

describe('what was done', () => {
  const ACT = '/wfpf/v1/1/task/act'
  const start = (record = 7, body: object = { verb: 'start' }) =>
    doOrKeep({
      kind: 'task',
      record,
      idName: 'taskId',
      title: 'Weed',
      declaration: taskCalls.act,
      body: { ...body },
      deed: { does: 'act', verb: 'start' },
      isTimed: true,
    })
  const queue = () => readQueue(USER)

  test('is sent at once where the server answers, and what it refuses is no operation', async () => {
    answers = { ...healthz(), [ACT]: () => json(1) }
    expect(await start()).toBe(1)
    answers = { ...healthz(), [ACT]: () => json({ failed: true, code: 'error.task.state', message: 'Over' }, 409) }
    expect(await start()).toMatchObject({ code: 'error.task.state' })
    expect(await queue()).toEqual([])
  })

  test('is kept where nobody answers, and sent in its order under the key it was first sent with', async () => {
    answers = healthz()
    expect(await start(7)).toBe(KEPT)
    await vi.waitFor(() => expect(queueOf.get()).toHaveLength(1))
    expect(await start(8)).toBe(KEPT)
    const [first] = sent
    answers = { ...healthz(), [ACT]: () => json(1) }
    await vi.waitFor(async () => expect(await sendQueue()).toBe('done'))
    await vi.waitFor(async () => expect(await queue()).toEqual([]))
    const told = sent.filter(({ path }) => path === ACT)
    expect(told.at(-2)).toEqual(first)
    expect(told.at(-1)).toMatchObject({ body: { taskId: 8, verb: 'start' } })
    expect(told.at(-1)!.key).not.toBe(first!.key)
  })

  test('says when it was done by the server’s clock, though this device is a day ahead', async () => {
    await start()
    answers = { ...healthz(86_400_000), [ACT]: () => json(1) }
    const before = Date.now()
    await vi.waitFor(async () => expect(await sendQueue()).toBe('done'))
    await vi.waitFor(async () => expect(await queue()).toEqual([]))
    const { at } = sent.at(-1)!.body as { at: number }
    expect(at).toBeLessThanOrEqual(before - 86_400_000)
    expect(at).toBeGreaterThan(before - 86_400_000 - 60_000)
  })

  test('that the server refuses later waits for a person, and what follows on that record with it; another does not', async () => {
    await start(7)
    await start(7, { verb: 'finish' })
    await start(8)
    let calls = 0
    answers = {
      ...healthz(),
      [ACT]: () => (++calls === 1 ? json({ failed: true, code: 'error.task.state', message: 'Over' }, 409) : json(1)),
    }
    await vi.waitFor(async () => expect(await sendQueue()).toBe('done'))
    await vi.waitFor(async () => expect(await queue()).toHaveLength(2))
    expect((await queue()).map(({ record, trouble }) => [record, trouble?.why])).toEqual([
      [7, 'refused'],
      [7, undefined],
    ])
  })

  test('is sent at once though something else has to be decided, and waits behind what has to be of its own record', async () => {
    await start(7)
    answers = { ...healthz(), [ACT]: () => json({ failed: true, code: 'error.task.state', message: 'Over' }, 409) }
    await vi.waitFor(async () => expect(await sendQueue()).toBe('done'))
    await vi.waitFor(() => expect(queueOf.get()[0]?.trouble?.why).toBe('refused'))
    answers = { ...healthz(), [ACT]: () => json(1) }
    expect(await start(8)).toBe(1)
    expect(await start(7, { verb: 'finish' })).toBe(KEPT)
    expect(await queue()).toHaveLength(2)
  })

  test('goes to its own tenant, whichever somebody goes to while it is on its way', async () => {
    await start(7)
    answers = {
      '/healthz': () => {
        // Another tenant is chosen between the question and the answer.
        actIn(2, `${USER} 2`)
        return healthz()['/healthz']()
      },
      [ACT]: () => json(1),
      [ACT.replace('/1/', '/2/')]: () => json(1),
    }
    await vi.waitFor(async () => expect(await sendQueue()).toBe('done'))
    await vi.waitFor(async () => expect(await queue()).toEqual([]))
    expect(sent.map(({ path }) => path)).not.toContain(ACT.replace('/1/', '/2/'))
  })

  test('is not done in the name of somebody else who signed in on the way', async () => {
    await start(7)
    answers = {
      '/healthz': () => healthz()['/healthz'](),
      [ACT]: () => json(1),
    }
    const put = Reflect.get(IDBObjectStore.prototype, 'put') as IDBObjectStore['put']
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(function (this: IDBObjectStore, ...given) {
      session.set({ ...session.get(), self: { id: 4, tenantId: 1 } as never })
      return put.apply(this, given)
    })
    expect(await sendQueue()).toBe('later')
    expect(sent.filter(({ path }) => path === ACT)).toEqual([])
    expect(await queue()).toHaveLength(1)
  })

  test('meets a fault of the server so often, then a person is told of it and the others go on', async () => {
    await start(7)
    await start(8)
    let faults = 0
    answers = {
      ...healthz(),
      [ACT]: () => (++faults <= 5 ? json({ failed: true, code: 'error.internal', message: 'Broken' }, 500) : json(1)),
    }
    for (let tries = 0; tries < 4; tries++) {
      expect(await sendQueue()).toBe('later')
      expect((await queue()).map(({ trouble }) => trouble)).toEqual([null, null])
    }
    expect(await sendQueue()).toBe('done')
    expect((await queue()).map(({ record, trouble }) => [record, trouble?.why])).toEqual([[7, 'refused']])
  })

  test('lets go of pictures of forms that were given up long ago, of no other', async () => {
    const file = () => keepFile(`${USER} 1`, new File([new Uint8Array([1])], 'a.jpg', { type: 'image/jpeg' }))
    const [named, given, strangers] = [await file(), await file(), await keepFile('4 1', new File([], 'b.jpg'))]
    await start(7, { verb: 'finish', pictures: [named] })
    const WEEK = 7 * 86_400_000
    await sweepFiles(USER, Date.now() + WEEK - 60_000)
    expect(await count('files')).toBe(3)
    await sweepFiles(USER, Date.now() + WEEK + 60_000)
    const left = (await (await kept()).getAll('files')).map(({ uuid }) => uuid)
    expect([named, given, strangers].map((address) => left.some((uuid) => address.includes(uuid)))).toEqual([true, false, true])
  })

  test('takes its pictures along: each is sent once, and the act names where it is', async () => {
    const address = await keepFile(`${USER} 1`, new File([new Uint8Array([1])], 'a.jpg', { type: 'image/jpeg' }))
    expect(keptIn({ pictures: [address] })).toEqual([address])
    expect(await start(7, { verb: 'finish', pictures: [address] })).toBe(KEPT)
    await sendFiles()
    answers = { ...healthz(), [ACT]: () => json(1) }
    await vi.waitFor(async () => expect(await sendQueue()).toBe('done'))
    await vi.waitFor(async () => expect(await queue()).toEqual([]))
    expect(sent.at(-1)!.body).toMatchObject({ pictures: ['/hfle/v1/1/files/x/content'] })
    expect(await count('files')).toBe(0)
  })

  test('is nobody else’s: another user of this browser neither sees nor sends it', async () => {
    await start()
    signIn(4)
    answers = { ...healthz(), [ACT]: () => json(1) }
    expect(await sendQueue()).toBe('done')
    expect(queueOf.get()).toEqual([])
    expect(sent.filter(({ path }) => path === ACT)).toEqual([])
    signIn(USER, 2)
    expect(await sendQueue()).toBe('done')
    await vi.waitFor(() => expect(queueOf.get()).toHaveLength(1))
    expect(sent.filter(({ path }) => path === ACT)).toEqual([])
    signIn()
    await vi.waitFor(async () => expect(await queue()).toHaveLength(1))
    await vi.waitFor(async () => {
      await sendQueue()
      expect(await queue()).toEqual([])
    })
  })

  const edit = (fields: object, basedOn: Readonly<Record<string, number>>, record = 5) =>
    operationOf({
      kind: 'activity',
      record,
      idName: 'activityId',
      title: 'Walk',
      declaration: activity.calls.merge,
      body: {},
      deed: { does: 'edit', fields: { ...fields }, basedOn },
    })
  const MERGE = '/wfpf/v1/1/activity/merge'
  const merged = (version = 2) => json({ record: { activityId: 5, objectVersionNumber: version }, conflicts: [] })

  test('is not lost where it joins an edit that is just about to leave', async () => {
    await keepOperation(edit({ remark: 'a' }, { remark: 1 }))
    answers = { ...healthz(), [MERGE]: () => merged() }
    const { inOne } = database
    // Between the reading of the queue and the mark of what leaves.
    let isFirst = true
    const spy = vi.spyOn(database, 'inOne').mockImplementation(async (...given) => {
      if (isFirst) {
        isFirst = false
        await changeQueue(USER, (all) => enqueued(all, edit({ machine: 'x' }, { machine: 1 })))
      }
      await inOne(...given)
    })
    await vi.waitFor(async () => expect(await sendQueue()).toBe('done'))
    spy.mockRestore()
    await vi.waitFor(async () => expect(await queue()).toEqual([]))
    expect(Object.assign({}, ...sent.filter(({ path }) => path === MERGE).map(({ body }) => (body as { fields: object }).fields))).toEqual({
      remark: 'a',
      machine: 'x',
    })
  })

  test('that is written while the sender has just seen that nothing waits is sent at once, not at the next try', async () => {
    answers = { ...healthz(), [ACT]: () => json(1) }
    const { promise: seen, resolve: see } = Promise.withResolvers<void>()
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    // A lock is given back a while after the work.
    const request = async (_: string, work: () => Promise<unknown>) => {
      const outcome = await work()
      see()
      await gate
      return outcome
    }
    Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } })
    try {
      const sending = sendQueue()
      await seen
      await keepOperation(edit({ remark: 'a' }, { remark: 1 }, 9))
      answers = { ...answers, [MERGE]: () => merged() }
      open()
      expect(await sending).toBe('done')
      expect(await queue()).toEqual([])
    } finally {
      Object.defineProperty(navigator, 'locks', { configurable: true, value: undefined })
    }
  })

  test('is not sent with the token of somebody else who signed in in another tab, before this tab has heard who', async () => {
    await start(7)
    answers = { ...healthz(), [ACT]: () => json(1) }
    keepTokens({ access_token: 'of another' }, 'signedIn')
    expect(await sendQueue()).toBe('later')
    expect(sent.filter(({ path }) => path === ACT)).toHaveLength(0)
    expect(await queue()).toHaveLength(1)
  })

  test('has its pictures sent anew after it was refused: the server keeps none that nothing names', async () => {
    const address = await keepFile(`${USER} 1`, new File([new Uint8Array([1])], 'a.jpg', { type: 'image/jpeg' }))
    await start(7, { verb: 'finish', pictures: [address] })
    await sendFiles()
    answers = { ...healthz(), [ACT]: () => json({ failed: true, code: 'error.input.invalid', message: 'Unknown' }, 422) }
    await vi.waitFor(async () => expect(await sendQueue()).toBe('done'))
    await vi.waitFor(async () => expect((await queue())[0]?.trouble?.why).toBe('refused'))
    expect(await (await kept()).getAll('files')).toMatchObject([{ fileUrl: null }])
  })

  const opened = { activityId: 5, objectVersionNumber: 7, activityName: 'Walk', remark: 'Dry', machine: null } as never
  test('typed back to what the server has, over an edit that waits, takes the place of that edit', async () => {
    await keepOperation(edit({ remark: 'Wet' }, { remark: 3 }))
    await saveInField(activity as never, opened, { activityName: 'Walk', remark: 'Dry', machine: null }, await queue())
    expect((await queue()).map(({ deed }) => deed)).toEqual([{ does: 'edit', fields: { remark: 'Dry' }, basedOn: { remark: 3 } }])
  })

  test('that was refused stands in the form again, and goes anew with what is mended of it', async () => {
    const trouble = { why: 'refused', code: 'error.input.invalid', status: 422, message: '', fields: {} } as const
    await keepOperation({ ...edit({ remark: 'Wet', machine: 'x' }, { remark: 3, machine: 3 }), left: true, trouble })
    expect(withWaitingEdits(activity as never, opened, await queue())).toMatchObject({ remark: 'Wet', machine: 'x' })
    await saveInField(activity as never, opened, { activityName: 'Walk', remark: 'Wet', machine: 'Drone' }, await queue())
    expect(await queue()).toMatchObject([
      { trouble: null, left: false, deed: { fields: { remark: 'Wet', machine: 'Drone' }, basedOn: { remark: 3, machine: 3 } } },
    ])
  })

  test('says of a field that another edit has on its way no newer version than that one', async () => {
    const first = { ...edit({ remark: 'Wet' }, { remark: 3 }), left: true }
    await keepOperation(first)
    await saveInField(activity as never, opened, { activityName: 'Walk', remark: 'Wet', machine: 'Drone' }, await queue())
    await saveInField(activity as never, opened, { activityName: 'Walk', remark: 'Damp', machine: 'Drone' }, await queue())
    expect((await queue()).map(({ deed }) => deed).at(-1)).toEqual({
      does: 'edit',
      fields: { machine: 'Drone', remark: 'Damp' },
      basedOn: { machine: 7, remark: 3 },
    })
  })

  test('keeps a picture that another one names, and lets it go with the last', async () => {
    const address = await keepFile(`${USER} 1`, new File([new Uint8Array([1])], 'a.jpg', { type: 'image/jpeg' }))
    await start(7, { verb: 'finish', pictures: [address] })
    await start(8, { verb: 'finish', pictures: [address] })
    await changeQueue(USER, (all) => all.slice(1))
    expect(await count('files')).toBe(1)
    await changeQueue(USER, () => [])
    expect(await count('files')).toBe(0)
  })

  test('does not send a picture of one tenant as one of another', async () => {
    const address = await keepFile(`${USER} 1`, new File([new Uint8Array([1])], 'a.jpg', { type: 'image/jpeg' }))
    await start(7, { verb: 'finish', pictures: [address] })
    answers = { ...healthz(), [ACT]: () => json(1) }
    upload.mockResolvedValueOnce({ fileUrl: '/hfle/v1/2/files/x/content' })
    expect(await sendQueue()).toBe('later')
    expect(sent.filter(({ path }) => path === ACT)).toEqual([])
    upload.mockResolvedValueOnce({ fileUrl: '/hfle/v1/1/files/x/content' })
    expect(await sendQueue()).toBe('done')
    expect(sent.at(-1)!.body).toMatchObject({ pictures: ['/hfle/v1/1/files/x/content'] })
  })

  test.each([
    [60_000, 0],
    [86_400_000, 86_400_000],
  ])('leaves a moment that was typed as it is, unless this device is wrong by more than minutes: %i ms', async (ahead, moved) => {
    const doneAt = Date.now() - 1000
    const create = { does: 'create' } as const
    const about = { kind: 'activity', record: null, idName: 'activityId', title: 'Walk', declaration: activity.calls.create } as const
    await keepOperation(operationOf({ ...about, body: { doneAt }, deed: create, moments: ['doneAt'] }))
    answers = { ...healthz(ahead), '/wfpf/v1/1/activity': () => json({ activityId: 5, objectVersionNumber: 1 }) }
    await vi.waitFor(async () => expect(await sendQueue()).toBe('done'))
    await vi.waitFor(async () => expect(await queue()).toEqual([]))
    const told = (sent.at(-1)!.body as { doneAt: number }).doneAt
    expect(Math.abs(doneAt - moved - told)).toBeLessThan(moved === 0 ? 1 : 5000)
  })

  test('of which the server knows only that it was done is no more, but an edit is sent anew to hear of what two wrote', async () => {
    const repeated = () => json({ failed: true, code: 'error.call.repeated', message: 'Done' }, 409)
    await start(7)
    await keepOperation(edit({ remark: 'a' }, { remark: 1 }))
    let asked = 0
    answers = { ...healthz(), [ACT]: repeated, [MERGE]: () => (++asked === 1 ? repeated() : merged()) }
    await vi.waitFor(async () => expect(await sendQueue()).toBe('done'))
    await vi.waitFor(async () => expect(await queue()).toEqual([]))
    const told = sent.filter(({ path }) => path === MERGE)
    expect(told.slice(-2).map(({ body }) => body)).toEqual([told.at(-1)!.body, told.at(-1)!.body])
    expect(new Set(told.slice(-2).map(({ key }) => key)).size).toBe(2)
  })

  test('of which nobody answered is never changed any more', async () => {
    answers = healthz()
    await start(7)
    expect(await queue()).toMatchObject([{ left: true }])
  })

  test('to a record is saved at once where the server answers, and kept by its fields where nobody does', async () => {
    const PUT = '/wfpf/v1/1/activity'
    const save = () => saveInField(activity as never, opened, { activityName: 'Walk', remark: 'Wet', machine: null }, [])
    answers = { [PUT]: () => json({ failed: true, code: 'error.version.stale', message: 'Changed' }, 409) }
    expect(await save()).toMatchObject({ code: 'error.version.stale' })
    expect(await queue()).toEqual([])
    answers = {}
    expect(await save()).toBe(KEPT)
    expect((await queue()).map(({ deed }) => deed)).toEqual([{ does: 'edit', fields: { remark: 'Wet' }, basedOn: { remark: 7 } }])
  })

  test('that cannot be kept was not done, and says so', async () => {
    vi.spyOn(database, 'inOne').mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'))
    await expect(start()).rejects.toThrow('full')
    expect(await queue()).toEqual([])
  })

  test('a change of the queue that fails leaves all of it', async () => {
    await start()
    await expect(
      changeQueue(USER, () => {
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await queue()).toHaveLength(1)
    // What the browser cannot keep fails when something of it was done already.
    const unkept = { ...edit({}, {}), deed: { does: 'act', verb: () => undefined } } as never
    await expect(changeQueue(USER, () => [unkept])).rejects.toThrow()
    expect(await queue()).toHaveLength(1)
  })
})

test('whoever signs out waits until what was read is forgotten', async () => {
  const { promise: forgotten, resolve } = Promise.withResolvers<string>()
  const clear = Reflect.get(IDBObjectStore.prototype, 'clear') as IDBObjectStore['clear']
  vi.spyOn(IDBObjectStore.prototype, 'clear').mockImplementationOnce(function (this: IDBObjectStore) {
    resolve(session.get().status)
    return clear.apply(this)
  })
  followSession()
  await signOut()
  expect(await forgotten).toBe('signedIn')
})
