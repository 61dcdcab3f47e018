import { expect, type Page, test } from '@playwright/test'
import { userCalls } from '#contract/session/user'
import { aPerson } from './database.ts'
import { open } from './people.ts'

test.skip(!process.env.FURROW_PID, 'the product is not ours: its database is out of reach')

const HOME = '/web/farm/home'
const LANDS = '/web/farm/land'
/** Goes to the second tenant as another device of this person does: the tabs here are told of it by the server alone. */
const goToSecond = (page: Page) =>
  page.evaluate(
    async ([path, token]) => {
      await fetch(path!, {
        method: 'PUT',
        headers: { authorization: `Bearer ${localStorage.getItem(token!)}`, 'content-type': 'application/json' },
        body: JSON.stringify({ tenantId: 2 }),
      })
    },
    [userCalls.switchTenant.path, 'furrow.accessToken'],
  )

test('two tabs: the tenant is changed in one, and nothing of the one before comes back into the other, not by a late answer either', async ({
  browser,
}) => {
  const { page, context } = await open(browser, await aPerson([1, 2]), HOME, 'en-US')
  const other = await context.newPage()
  // The answers of the first tenant's plots are held back in the other tab until the change was heard.
  const held: (() => void)[] = []
  let holding = false
  await other.route('**/wfpf/v1/1/land?**', async (route) => {
    if (holding) await new Promise<void>((resolve) => held.push(resolve))
    await route.continue().catch(() => undefined)
  })
  await other.goto(LANDS)
  const rows = other.getByRole('row')
  await expect(rows.nth(1)).toBeVisible()
  const before = await rows.nth(1).textContent()
  holding = true
  await other.getByRole('columnheader').nth(0).click()
  await goToSecond(page)
  await expect(other.getByRole('button', { name: /^Base: / })).toContainText('从化高山蔬菜基地')
  for (const go of held) go()
  await expect(rows.nth(1)).toBeVisible()
  await expect(rows.nth(1)).not.toHaveText(before!)
  await context.close()
})

test('the tenant is changed elsewhere while a page is still connecting: within 5 s of its connection it shows the new one', async ({
  browser,
}) => {
  const { page, context } = await open(browser, await aPerson([1, 2]), HOME, 'en-US')
  const other = await context.newPage()
  const isChanged = Promise.withResolvers<void>()
  await other.routeWebSocket(/\/mqtt$/, async (line) => {
    await isChanged.promise
    line.connectToServer()
  })
  await other.goto(LANDS)
  const rows = other.getByRole('row')
  await expect(rows.nth(1)).toBeVisible()
  const before = await rows.nth(1).textContent()
  const base = other.getByRole('button', { name: /^Base: / })
  await expect(base).not.toContainText('从化高山蔬菜基地')
  // The first tab is told, and becomes the second tenant's; the other one hears nothing yet.
  await goToSecond(page)
  await expect(page.getByRole('button', { name: /^Base: / })).toContainText('从化高山蔬菜基地')
  await expect(base).not.toContainText('从化高山蔬菜基地')
  isChanged.resolve()
  await expect(base).toContainText('从化高山蔬菜基地', { timeout: 5000 })
  await expect(rows.nth(1)).not.toHaveText(before!)
  await context.close()
})
