import { expect, type Page } from '@playwright/test'
import type { InfoPath } from '#contract/devices/pages'
import type { RoutePath } from '#contract/routes'

/** For each page that shows one record (a published tour has a key instead, see panoramas.spec.ts): the call that lists such records, and the name of their id. */
const lists: Record<Exclude<Extract<RoutePath, `${string}:${string}`>, InfoPath | '/tour/:key'>, readonly [call: string, id: string]> &
  Partial<Record<InfoPath, readonly [call: string, id: string]>> = {
  // One page serves every type: one with switches and one with pumps stand for all.
  '/web/equipment/gateway/info/:id': ['/wfpe/v2/1/device/gateway/tenant-all?deviceType=gateway', 'id'],
  '/web/equipment/aerator/info/:id': ['/wfpe/v2/1/device/gateway/tenant-all?deviceType=aerator_ii', 'id'],
  '/web/equipment/warning-manage/rule/:id': ['/wfpe/v1/1/alarm/rule?areaId=1', 'id'],
  '/web/equipment/warning-manage/info/:id': ['/wfpe/v1/1/alarm?areaId=1&standing=all', 'id'],
  '/web/equipment/intelligentControl/flow/:id': ['/wfpe/v1/1/intelligent/flow?areaId=1', 'id'],
  '/web/equipment/intelligentControl/run/:id': ['/wfpe/v1/1/intelligent/run?areaId=1', 'id'],
  '/web/equipment/camera/info/:id': ['/wfpe/v2/1/camera/page', 'id'],
  '/web/equipment/pest/draw/:id': ['/wfpe/v1/1/insect-lamp/demo-lamp-1/history-images', 'id'],
  '/system/process/edit/:id': ['/wfpf/v1/1/approval-definition', 'id'],
  '/system/process/copy/:id': ['/wfpf/v1/1/approval-definition', 'id'],
  '/system/process/info/:id': ['/wfpf/v1/1/approval-definition', 'id'],
  '/inventory/prment/aplionform/edit/:id': ['/wfpf/v1/1/purchase-application?auditStatus=draft', 'id'],
  '/inventory/prment/aplionform/info/:id': ['/wfpf/v1/1/purchase-application', 'id'],
  '/inventory/prment/shipment/edit/:id': ['/wfpf/v1/1/shipment?auditStatus=draft', 'id'],
  '/inventory/prment/shipment/info/:id': ['/wfpf/v1/1/shipment', 'id'],
  '/inventory/prment/warehousing/edit/:id': ['/wfpf/v1/1/warehousing?auditStatus=draft', 'id'],
  '/inventory/prment/warehousing/info/:id': ['/wfpf/v1/1/warehousing', 'id'],
  '/inventory/prment/warehousing/convert_purchase/:id': ['/wfpf/v1/1/purchase-application?auditStatus=approved', 'id'],
  '/inventory/prment/transfer/edit/:id': ['/wfpf/v1/1/transfer?auditStatus=draft', 'id'],
  '/inventory/prment/transfer/info/:id': ['/wfpf/v1/1/transfer', 'id'],
  '/inventory/prment/transfer/convert/:id': ['/wfpf/v1/1/purchase-application?auditStatus=approved', 'id'],
  '/inventory/prment/shipment/convert/:id': ['/wfpf/v1/1/transfer?auditStatus=approved', 'id'],
  '/inventory/prment/shipment/return/:id': ['/wfpf/v1/1/shipment?auditStatus=approved', 'id'],
  '/inventory/prment/warehousing/convert_shipment/:id': ['/wfpf/v1/1/shipment?auditStatus=approved', 'id'],
  '/inventory/prment/return/edit/:id': ['/wfpf/v1/1/return?auditStatus=draft', 'id'],
  '/inventory/prment/return/info/:id': ['/wfpf/v1/1/return', 'id'],
  '/inventory/prment/return/convert/:id': ['/wfpf/v1/1/warehousing?auditStatus=approved', 'id'],
  '/inventory/prment/inventory_form/edit/:id': ['/wfpf/v1/1/inventory-form?auditStatus=draft', 'id'],
  '/inventory/prment/inventory_form/resubmit/:id': ['/wfpf/v1/1/inventory-form?auditStatus=draft', 'id'],
  '/inventory/prment/inventory_form/info/:id': ['/wfpf/v1/1/inventory-form', 'id'],
  '/inventory/prment/inventory_form/convert/:id': ['/wfpf/v1/1/inventory-form?auditStatus=approved', 'id'],
  '/inventory/base/product/edit/:id': ['/wfpf/v1/1/product?productType=general', 'productId'],
  '/inventory/base/product/agricultural/edit/:id': ['/wfpf/v1/1/product?productType=agricultural', 'productId'],
  '/web/farm/plan/info/:id': ['/wfpf/v1/1/plan', 'planId'],
  '/web/farm/agricultural/agricultural-manage/edit/:id': ['/wfpf/v1/1/product?productType=agricultural', 'productId'],
  '/web/farm/agricultural/agricultural-inventory/record/:id': ['/wfpf/v1/1/stock?productType=agricultural', 'productId'],
  '/web/farm/agricultural/agricultural-warehousing/edit/:id': ['/wfpf/v1/1/material-warehousing?auditStatus=draft', 'id'],
  '/web/farm/agricultural/agricultural-warehousing/info/:id': ['/wfpf/v1/1/material-warehousing', 'id'],
  '/web/farm/agricultural/agricultural-shipment/edit/:id': ['/wfpf/v1/1/material-shipment?auditStatus=draft', 'id'],
  '/web/farm/agricultural/agricultural-shipment/info/:id': ['/wfpf/v1/1/material-shipment', 'id'],
  '/inventory/base/shops/edit/:id': ['/wfpf/v1/1/shop', 'shopId'],
  '/inventory/base/businesses/edit/:id': ['/wfpf/v1/1/partner', 'partnerId'],
  '/edit-vr/:id': ['/wfpf/v1/1/panorama-vr', 'vrId'],
  '/preview-vr/:id': ['/wfpf/v1/1/panorama-vr', 'vrId'],
  '/system/sim-manage/info/:id': ['/wfpf/v1/1/sim-card', 'simCardId'],
  '/system/varieties/info/:id': ['/wfpf/v1/1/variety', 'varietyId'],
}

/** The flows of the demo start at times of their own: one that only waits a second is made, and run by hand. */
async function runFlow(page: Page, headers: Record<string, string>): Promise<void> {
  const path = '/wfpe/v1/1/intelligent/flow'
  const definition = { triggers: [], only: null, steps: [{ kind: 'wait', seconds: 1 }], whileRunning: 'skip', maxSeconds: 60 }
  const made = await page.request.post(path, { headers, data: { areaId: 1, name: 'e2e', note: '', groupId: null, definition } })
  const { id } = (await made.json()) as { id: number }
  await page.request.put(`${path}/${id}/enable`, { headers, data: { enabledFlag: 1 } })
  expect((await page.request.post(`${path}/${id}/run`, { headers })).status()).toBe(200)
}

/** The address of one page of each of these. */
export async function recordPaths(page: Page): Promise<string[]> {
  const asked = page.waitForRequest((request) => request.headers()['authorization'] != null)
  await page.reload()
  const { authorization } = (await asked).headers() as { authorization: string }
  await runFlow(page, { authorization })
  return Promise.all(
    Object.entries(lists).map(async ([path, [call, id]]) => {
      let record: Record<string, number> | undefined
      // The demo's lamps send their first pictures soon after the start.
      await expect(async () => {
        const answer = await page.request.get(call, { headers: { authorization } })
        record = ((await answer.json()) as { content: Record<string, number>[] }).content[0]
        expect(record).toBeDefined()
      }).toPass({ timeout: 60_000 })
      return path.replace(':id', String(record![id]))
    }),
  )
}
