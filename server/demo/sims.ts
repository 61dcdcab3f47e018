import type pg from 'pg'
import { isIccid } from '#contract/core/iccid'
import { HOUR } from '#demo/physics'

const DAY = 24 * HOUR
const TENANT = 1
/** A number that was made up, with its check digit. */
const numberOf = (at: number) => {
  const body = `898600${String(2_026_110_000_000 + at * 7919)}`
  return Array.from({ length: 10 }, (_, check) => `${body}${check}`).find(isIccid)!
}
const dayOf = (moment: number) => new Date(moment + 8 * HOUR).toISOString().slice(0, 10)

/** Days until each ends, what it may use in a month, and which share of that it used in this one. */
const cards = [
  { carrier: '中国移动', plan: '农业物联 100 MB', left: 212, allowance: 100, share: 0.42, state: 'active' },
  { carrier: '中国移动', plan: '农业物联 100 MB', left: 24, allowance: 100, share: 0.86, state: 'active' },
  { carrier: '中国联通', plan: '视频回传 30 GB', left: 5, allowance: 30_720, share: 0.61, state: 'active' },
  { carrier: '中国电信', plan: 'NB-IoT 50 MB', left: 340, allowance: 50, share: 1.04, state: 'active' },
  { carrier: '中国电信', plan: 'NB-IoT 50 MB', left: -12, allowance: 50, share: 0, state: 'expired' },
  { carrier: '中国移动', plan: '测试期套餐', left: 61, allowance: 30, share: 0.1, state: 'testing' },
] as const
const MONTHS = 8

/** SIM cards in gateways of the demo's enterprise, with what they used by month. */
export async function writeSims(client: pg.ClientBase, now: number): Promise<void> {
  const { rows: devices } = await client.query<{ eui: string; area_id: number }>(
    `select eui, area_id from furrow.device where tenant_id = $1 and device_type = 'gateway' order by id limit $2`,
    [TENANT, cards.length],
  )
  for (const [at, { carrier, plan, left, allowance, share, state }] of cards.entries()) {
    const device = devices[at % Math.max(1, devices.length)]
    if (device === undefined) return
    // More cards than gateways: the rest lie in the office.
    const eui = at < devices.length ? device.eui : null
    const { rows } = await client.query<{ id: number }>(
      `insert into furrow.sim_card (tenant_id, area_id, iccid, msisdn, carrier, plan_name, allowance_mb, expires_on, card_state, device_eui)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
      [
        TENANT,
        device.area_id,
        numberOf(at),
        `1064${String(820_411_000 + at)}`,
        carrier,
        plan,
        allowance,
        dayOf(now + left * DAY),
        state,
        eui,
      ],
    )
    for (let back = MONTHS - 1; back >= 0; back--) {
      const month = new Date(now + 8 * HOUR)
      month.setUTCDate(1)
      month.setUTCMonth(month.getUTCMonth() - back)
      const used = Math.round(allowance * (back === 0 ? share : 0.35 + ((at * 13 + back * 7) % 10) / 25) * 10) / 10
      await client.query(
        'insert into furrow.sim_usage (tenant_id, sim_card_id, month, used_mb, said_at, said_by) select $1, $2, $3, $4, $5, id from furrow.app_user where demo and login_name = $6',
        [TENANT, rows[0]!.id, month.toISOString().slice(0, 7), used, now - back * 30 * DAY, 'admin'],
      )
    }
  }
}
