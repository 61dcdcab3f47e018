import { sql } from 'kysely'
import { decimalText } from '#contract/core/decimal'
import { exactText, millionths, shareOf } from '#contract/core/exact'
import type { aplionform } from '#contract/inventory/aplionform'
import { ALL_STOCK } from '#contract/inventory/codes'
import type { Need } from '#contract/inventory/planNeeds'
import type { Context, HandlersOf } from '../ground/contents.ts'
import type { Scope } from '../ground/database/scope.ts'
import { CallFailure, notFound } from '../ground/failure.ts'
import type { Asking, Handlers } from '../ground/http/handler.ts'
import { askingWithin } from '../ground/http/within.ts'
import type { LivePublisher } from '../ground/live/live.ts'
import { say } from '../ground/words.ts'
import { dayOf } from '#contract/core/zonedMoment'
import { productsOf, ratioOf } from './goods.ts'
import { boughtOf, MOST_BOUGHT, neededOf, shortOf } from './need.ts'
import { plannedMaterials } from './planMaterials.ts'
import { placesOf } from './stockFigures.ts'
import { namesBehind } from './stockBehind.ts'

type Applications = Handlers<typeof aplionform.calls>
const HUNDREDTH = 10_000n
/** The most that a line of a document says one of its unit costs, in hundredths. */
const MOST_PRICE = 9_999_900n
const exact = (text: string) => millionths(text)!

async function findPlan(scope: Scope, id: number, lock = false) {
  const rows = scope.select('plan').selectAll('plan').where('plan.id', '=', id)
  const row = await (lock ? rows.forUpdate('plan') : rows).executeTakeFirst()
  if (!row) throw notFound()
  return row
}
type PlanRow = Awaited<ReturnType<typeof findPlan>>

/** What is available of products in the stores of a base, with what one of it is worth there. */
async function availableIn(scope: Scope, asking: Asking, areaId: number, products: readonly number[]) {
  const [put] = placesOf(scope, asking, undefined)
  const rows = await put
    .where('store.area_id', '=', areaId)
    .where('place.product_id', 'in', products.length > 0 ? products : [0])
    .groupBy('place.product_id')
    .select([
      'place.product_id',
      sql<string>`sum(place.on_hand - place.reserved)::numeric(20, 6)::text`.as('available'),
      sql<string>`sum(place.on_hand)::numeric(20, 6)::text`.as('onHand'),
      sql<string>`sum(place.value)::numeric(20, 6)::text`.as('value'),
    ])
    .execute()
  return new Map(rows.map((row) => [row.product_id, row]))
}

/** What a plan needs from stock, by product. */
async function needsOf(scope: Scope, asking: Asking, plan: PlanRow): Promise<Need[]> {
  const planned = await plannedMaterials(scope, plan.id, plan.batch_id)
  const there = await availableIn(
    scope,
    asking,
    plan.area_id,
    planned.map(({ productId }) => productId),
  )
  const areas = asking.grant.areasFor(ALL_STOCK)
  const seesAll = areas === null || areas.includes(plan.area_id)
  return planned.map(({ productId, productName, unit, isMaterial, ...counts }) => {
    const needed = neededOf(counts)
    const available = seesAll || isMaterial ? exact(there.get(productId)?.available ?? '0') : null
    return {
      productId,
      productName,
      unit,
      planned: exactText(counts.open + counts.done),
      used: exactText(counts.used),
      promised: exactText(counts.promised),
      needed: exactText(needed),
      available: available === null ? null : exactText(available),
      short: available === null ? null : exactText(shortOf(needed, available)),
    }
  })
}

const applicationsOf = ({ raw, tenantId }: Scope, planId: number) =>
  raw
    .selectFrom('plan_purchase')
    .innerJoin('document', 'document.id', 'plan_purchase.document_id')
    .select(['document.id', 'document.code', 'document.audit_status', 'document.progress'])
    .where('plan_purchase.tenant_id', '=', tenantId)
    .where('plan_purchase.plan_id', '=', planId)
    .where('document.audit_status', '<>', 'deleted')
    .orderBy('document.id', 'desc')
    .execute()

/** The lines of an application of what a plan is short of, each in the unit in which its product is bought, at the price that is known. */
async function linesOf(scope: Scope, asking: Asking, plan: PlanRow) {
  const short = (await needsOf(scope, asking, plan)).filter((need) => need.short !== null && exact(need.short) > 0n)
  const ids = short.map(({ productId }) => productId)
  const [products, there] = [await productsOf(scope, ids), await availableIn(scope, asking, plan.area_id, ids)]
  return short.flatMap((need) => {
    const product = products.get(need.productId)!
    if (product.enabled_flag !== 1) return []
    const [numerator, denominator] = ratioOf(product, product.purchase_unit_id === null ? 'stock' : 'purchase')!
    const stock = there.get(need.productId)
    const worth = stock && exact(stock.onHand) > 0n ? shareOf(exact(stock.value), 1_000_000n, exact(stock.onHand)) : 0n
    // Known of one stock unit: what it is said to cost, else what it is worth where it lies.
    const one = product.cost_price === null ? worth : exact(product.cost_price)
    const price = (one * numerator) / denominator / HUNDREDTH
    if (price > MOST_PRICE)
      throw new CallFailure('error.plan.tooDear', { product: product.name, price: decimalText(price), max: decimalText(MOST_PRICE) })
    const bought = boughtOf(exact(need.short!), numerator, denominator)
    if (bought > MOST_BOUGHT) {
      const [quantity, max] = [bought, MOST_BOUGHT].map((count) => decimalText(count / HUNDREDTH)) as [string, string]
      throw new CallFailure('error.plan.tooMuch', { product: product.name, quantity, max })
    }
    return [
      {
        productId: need.productId,
        productName: product.name,
        specification: null,
        unit: null,
        quantity: decimalText(bought / HUNDREDTH),
        // A line has a price: the least there is stands where nobody knows it, and says so.
        price: decimalText(price === 0n ? 1n : price),
        remark: price === 0n ? say(asking.language, 'inventory:planNeed.priceUnknown') : null,
      },
    ]
  })
}

/** The day by which the goods are needed: when the first task begins that nobody has finished, but no day that has passed. */
async function neededBy({ raw, tenantId }: Scope, plan: PlanRow, now: number, zone: string): Promise<string> {
  const first = await raw
    .selectFrom('task')
    .innerJoin('plan_task', 'plan_task.task_id', 'task.id')
    .innerJoin('task_material', 'task_material.task_id', 'task.id')
    .select(({ fn }) => fn.min('task.starts_at').as('at'))
    .where('task.tenant_id', '=', tenantId)
    .where('plan_task.plan_id', '=', plan.id)
    .where('task.task_state', 'in', ['unassigned', 'notStarted', 'ongoing'])
    .executeTakeFirst()
  return dayOf(Math.max(now, first?.at ?? now), zone)
}

/** What plans need from stock, and the application by which it is bought. */
export function planNeedHandlers(
  { live, clock }: Pick<Context, 'live' | 'clock'>,
  applicationsBy: (live: LivePublisher) => Applications,
): HandlersOf<'inventory'>['planNeed'] {
  return {
    list: ({ params }, asking) =>
      asking.inTenant(async (scope) => {
        const plan = await findPlan(scope, params.id)
        const rows = await applicationsOf(scope, plan.id)
        const names = await namesBehind(
          scope,
          asking,
          rows.map(({ id }) => id),
        )
        const applications = rows.map((row) => ({ ...names.get(row.id)!, auditStatus: row.audit_status, progress: row.progress }))
        return { needs: await needsOf(scope, asking, plan), applications: applications as never }
      }),

    async apply({ body: { planId } }, asking) {
      const told: Parameters<LivePublisher['changed']>[] = []
      const answer = await asking.inTenant(async (scope) => {
        // Whoever applies for the same plan waits here.
        const plan = await findPlan(scope, planId, true)
        if (plan.plan_state === 'ended') throw new CallFailure('error.plan.ended')
        const standing = (await applicationsOf(scope, planId)).find(({ progress }) => progress !== 'full' && progress !== 'closed')
        if (standing) return { id: standing.id, code: standing.code, made: 0 }
        const lines = await linesOf(scope, asking, plan)
        if (lines.length === 0) throw new CallFailure('error.plan.nothingShort')
        const title = say(asking.language, 'inventory:planNeed.applicationTitle', { plan: plan.plan_name }).slice(0, 60).toWellFormed()
        const day = await neededBy(scope, plan, clock(), asking.grant.timeZone)
        const body = {
          title,
          areaId: plan.area_id,
          neededBy: day,
          sourceId: null,
          remark: null,
          attachments: [],
          lines: lines.slice(0, 200),
        }
        // What consoles are told of is not there before all of it is.
        const applications = applicationsBy({ ...live, changed: (...change) => void told.push(change) })
        const made = await applications.create({ params: { t: scope.tenantId }, query: {}, body } as never, askingWithin(asking, scope))
        await scope.insert('plan_purchase', [{ plan_id: planId, document_id: made.id }]).execute()
        told.push([scope.tenantId, 'plan', planId, plan.area_id])
        return { id: made.id, code: made.code, made: 1 }
      })
      for (const change of told) live.changed(...change)
      return answer
    },
  }
}
