import type pg from 'pg'
import { demoDevices } from '#demo/farm'
import type { Recipe } from '#contract/devices/dosing'

type DemoRecipe = Omit<Recipe, 'id' | 'objectVersionNumber'>
const channels = (...amounts: readonly number[]) => amounts.map((amount, at) => ({ channel: at + 1, amount }))

/** EC in S/m, shares in percent, litres a m³ of water: what growers of these crops usually begin with. */
const recipes: readonly DemoRecipe[] = [
  { name: '叶菜生长期', ec: 0.16, ph: 6, mode: 'share', channels: channels(46, 46, 8) },
  { name: '番茄结果期', ec: 0.24, ph: 5.8, mode: 'share', channels: channels(45, 45, 10) },
  { name: '轮作追肥', ec: null, ph: null, mode: 'litres', channels: channels(3, 3) },
]

/** Recipes for each tenant of the demo that has a machine to mix them. */
export async function writeRecipes(client: pg.ClientBase): Promise<void> {
  const tenants = new Set(demoDevices.filter(({ deviceType }) => deviceType === 'waterFertilizer').map(({ tenantId }) => tenantId))
  for (const tenantId of tenants)
    for (const { name, ec, ph, mode, channels: given } of recipes)
      await client.query(
        'insert into furrow.recipe (tenant_id, name, ec, ph, mode, channels) values ($1, $2, $3, $4, $5, $6) on conflict (tenant_id, name) do nothing',
        [tenantId, name, ec, ph, mode, JSON.stringify(given)],
      )
}
