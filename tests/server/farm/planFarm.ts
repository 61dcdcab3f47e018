import { type PlanPackage, planPackage } from '#contract/farm/planPackage'
import { type Plan, planCalls } from '#contract/farm/plan'
import { type Task, taskCalls, type TaskVerb } from '#contract/farm/task'
import { materialShipment } from '#contract/inventory/materialShipment'
import { planNeedCalls } from '#contract/inventory/planNeeds'
import type { Failure } from '#contract/core/failure'
import type { Client } from '../harness.ts'
import { aStockFarm } from '../inventory/stockFarm.ts'

export const failed = (answer: { body: unknown }) => (answer.body as Failure).code
export const besides = (answer: { body: unknown }) => Object.keys((answer.body as Failure).fields ?? {})
const good = <Body>(answer: { status: number; body: Body }): Body => {
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body
}

/** A farm with a plot, a variety, a task type, a worker and a store, on the clock of a zone whose clocks are changed. */
export async function aPlanFarm(clock: () => number, zone = 'Europe/Berlin') {
  const farm = await aStockFarm(clock)
  const { build, t, areaId, server } = farm
  await server.owner.query('update furrow.tenant set time_zone = $2 where id = $1', [t, zone])
  const user = await build.aUser({ tenantId: t, codes: ['*'], areaIds: null, real_name: 'Pla Nner' })
  const client = await server.signIn(user.login_name)
  const landId = (await build.aLand({ tenant_id: t, area_id: areaId, land_measure: '50' })).id
  const varietyId = (await build.insert('variety', { tenant_id: t, name: 'Rice' })).id
  const taskTypeId = (await build.insert('task_type', { tenant_id: t, name: 'Field work', code: 'FW', usage: 'both', sort: 0 })).id
  const leaderId = (await build.insert('worker', { tenant_id: t, area_id: areaId, worker_type: 'regular', name: 'Wang' })).id
  const storeId = await farm.aStore()
  const aMaterial = (given: object = {}) => farm.aProduct({ product_type: 'agricultural', ...given })
  let counted = 0

  const aBatch = async (given: object = {}) =>
    (
      await build.insert('batch', {
        tenant_id: t,
        area_id: areaId,
        land_id: landId,
        variety_id: varietyId,
        variety_name: 'Rice',
        batch_name: `Rice ${++counted}`,
        batch_state: 'growing',
        starts_on: '2026-03-20',
        started_at: 1,
        part: '10',
        ...given,
      })
    ).id
  const aTask = (given: object = {}) => ({ taskName: `Work ${++counted}`, taskTypeId, offsetDays: 0, days: 1, ...given })
  const savePackage = (given: object = {}, who: Client = client) =>
    who.call(planPackage.calls.create, { params: { t }, body: { packageName: `Package ${++counted}`, ...given } as never })
  const aPackage = async (tasks: readonly object[], given: object = {}) =>
    good(await savePackage({ subplans: [{ name: 'Growth', offsetDays: 0, days: 100, tasks }], targetYield: '500', ...given }))
  const changePackage = async (old: PlanPackage, given: object) =>
    client.call(planPackage.calls.update, { params: { t }, body: { ...old, ...given } as never })
  const savePlan = (given: object, who: Client = client) =>
    who.call(planCalls.create, {
      params: { t },
      body: { planName: `Plan ${++counted}`, areaId, startsOn: '2026-03-20', ...given } as never,
    })
  const aPlan = async (packageId: number, given: object = {}) => good(await savePlan({ packageId, batchId: await aBatch(), ...given }))
  const readPlan = async ({ planId }: Pick<Plan, 'planId'>) => good(await client.call(planCalls.get, { params: { t, id: planId } }))
  const changePlan = async (old: Pick<Plan, 'planId'>, given: object) =>
    client.call(planCalls.update, { params: { t }, body: { ...(await readPlan(old)), ...given } as never })
  const endPlan = async (old: Pick<Plan, 'planId'>) => {
    const { planId, objectVersionNumber } = await readPlan(old)
    return client.call(planCalls.end, { params: { t }, body: { planId, objectVersionNumber } })
  }
  const info = async ({ planId }: Pick<Plan, 'planId'>) => good(await client.call(planCalls.info, { params: { t, id: planId } }))
  const tasksOf = async (of: Pick<Plan, 'planId'>) => (await info(of)).flatMap(({ tasks }) => tasks)
  const readTask = async (taskId: number) => good(await client.call(taskCalls.get, { params: { t, id: taskId } }))
  const changeTask = async (taskId: number, given: object) =>
    good(await client.call(taskCalls.update, { params: { t }, body: { ...(await readTask(taskId)), ...given } as never }))
  const act = async (taskId: number, verb: TaskVerb, more: object = {}, who: Client = client) => {
    const { objectVersionNumber } = await readTask(taskId)
    return who.call(taskCalls.act, { params: { t }, body: { taskId, objectVersionNumber, verb, ...more } })
  }
  /** Does one after another with a task. */
  async function acted(taskId: number, ...verbs: readonly TaskVerb[]): Promise<Task> {
    for (const verb of verbs)
      good(await act(taskId, verb, verb === 'assign' ? { leaderId } : ['reject', 'end'].includes(verb) ? { reason: 'So it is' } : {}))
    return readTask(taskId)
  }
  const needs = async ({ planId }: Pick<Plan, 'planId'>, who: Client = client) =>
    good(await who.call(planNeedCalls.list, { params: { t, id: planId } }))
  const apply = ({ planId }: Pick<Plan, 'planId'>, who: Client = client) =>
    who.call(planNeedCalls.apply, { params: { t }, body: { planId } })
  const submitted = ({ id, objectVersionNumber }: { id: number; objectVersionNumber: number }) =>
    client.call(materialShipment.calls.submit, { params: { t, id }, body: { objectVersionNumber } as never })
  return {
    ...farm,
    submitted,
    client,
    landId,
    varietyId,
    taskTypeId,
    leaderId,
    storeId,
    aMaterial,
    aBatch,
    aTask,
    savePackage,
    aPackage,
    changePackage,
    savePlan,
    aPlan,
    readPlan,
    changePlan,
    endPlan,
    info,
    tasksOf,
    readTask,
    changeTask,
    act,
    acted,
    needs,
    apply,
  }
}
export type PlanFarm = Awaited<ReturnType<typeof aPlanFarm>>
