import { expect, type Page, test } from '@playwright/test'
import accountEn from '#locales/en-US/account' with { type: 'json' }
import crudEn from '#locales/en-US/crud' with { type: 'json' }
import farmEn from '#locales/en-US/farm' with { type: 'json' }
import frameEn from '#locales/en-US/frame' with { type: 'json' }
import en from '#locales/en-US/organization' with { type: 'json' }
import accountZh from '#locales/zh-CN/account' with { type: 'json' }
import crudZh from '#locales/zh-CN/crud' with { type: 'json' }
import farmZh from '#locales/zh-CN/farm' with { type: 'json' }
import frameZh from '#locales/zh-CN/frame' with { type: 'json' }
import zh from '#locales/zh-CN/organization' with { type: 'json' }
import { aPerson, aTenant } from './database.ts'
import { casesIn } from './languages.ts'
import { DESK, HAND, open } from './people.ts'

const filled = (text: string, values: Readonly<Record<string, string>>) =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')

/** What a program of somebody else does: no page, no cookie. */
function program(page: Page, tenantId: number) {
  const at = (path: string) => new URL(path, page.url()).href
  return {
    async letIn(clientId: string, secret: string): Promise<{ status: number; token: string }> {
      const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: secret })
      const answer = await fetch(at('/oauth/oauth/token'), { method: 'POST', body })
      const { access_token: token = '' } = (await answer.json()) as { access_token?: string }
      return { status: answer.status, token }
    },
    async read(token: string): Promise<number> {
      const answer = await fetch(at(`/wfpf/v1/${tenantId}/worker`), { headers: { authorization: `Bearer ${token}` } })
      return answer.status
    },
    async devices(token: string): Promise<number> {
      const answer = await fetch(at(`/wfpe/v2/${tenantId}/device/gateway/tenant-all`), { headers: { authorization: `Bearer ${token}` } })
      return answer.status
    },
    async write(token: string): Promise<number> {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const answer = await fetch(at(`/wfpf/v1/${tenantId}/worker`), { method: 'POST', headers, body: '{}' })
      return answer.status
    },
  }
}

for (const [language, { application: words, role }, farm, crud, frame, account] of casesIn('en-US', [
  ['zh-CN', zh, farmZh, crudZh, frameZh, accountZh],
  ['en-US', en, farmEn, crudEn, frameEn, accountEn],
] as const)) {
  const tick = (page: Page, act: string) =>
    page.getByRole('checkbox', { name: filled(role.cell, { page: farm.worker.title, act }), exact: true })
  const named = (what: string, which: string) => filled(frame.named, { what, which })

  test(`an application is made, called with, given a new secret and revoked (${language})`, async ({ browser }) => {
    const tenantId = await aTenant()
    const { page, context } = await open(browser, await aPerson([tenantId]), '/system/application', language)
    const caller = program(page, tenantId)
    for (const [name, size] of [
      ['ERP', DESK],
      ['Scales', HAND],
    ] as const) {
      await page.setViewportSize(size)
      await page.getByRole('button', { name: words.add }).click()
      const asked = page.getByRole('dialog', { name: words.add })
      await asked.getByLabel(words.name).fill(name)
      await asked.getByRole('radio', { name: role.everyBase }).check()
      await expect(asked.getByRole('button', { name: crud.save })).toBeDisabled()
      await tick(page, role.view).check()
      await asked.getByRole('button', { name: crud.save }).click()

      const shown = page.getByRole('dialog', { name: filled(words.secretOf, { name }) })
      const secretIn = async () => {
        const texts = await shown.locator('code').allTextContents()
        return { id: texts[0]!, secret: texts[1]! }
      }
      await expect(shown.getByText(words.once)).toBeVisible()
      const first = await secretIn()
      await shown.getByRole('button', { name: words.kept }).click()
      const card = page.getByRole('listitem', { name })
      await expect(card.getByText(words.state.active)).toBeVisible()
      await expect(page.getByText(first.secret)).toHaveCount(0)

      const { token } = await caller.letIn(first.id, first.secret)
      expect(await caller.devices(token)).toBe(200)
      expect(await caller.read(token)).toBe(200)
      expect(await caller.write(token)).toBe(403)

      await page.getByRole('button', { name: named(words.rotate, name) }).click()
      const rotating = page.getByRole('dialog', { name: filled(words.rotateTitle, { name }) })
      await rotating.getByRole('radio', { name: words.overlapNone }).check()
      await rotating.getByRole('button', { name: words.rotate }).click()
      await expect(shown.getByText(words.once)).toBeVisible()
      const second = await secretIn()
      expect(second.id).toBe(first.id)
      expect(second.secret).not.toBe(first.secret)
      await shown.getByRole('button', { name: words.kept }).click()
      await expect.poll(() => caller.read(token), { timeout: 1000 }).toBe(401)
      expect((await caller.letIn(first.id, first.secret)).status).toBe(401)
      const later = await caller.letIn(second.id, second.secret)
      expect(await caller.read(later.token)).toBe(200)

      await page.getByRole('button', { name: named(words.revoke, name) }).click()
      await page.getByRole('dialog').getByRole('button', { name: words.revoke }).click()
      await expect(card.getByText(words.state.noSecret)).toBeVisible()
      await expect.poll(() => caller.read(later.token), { timeout: 1000 }).toBe(401)
      expect((await caller.letIn(second.id, second.secret)).status).toBe(401)
    }
    await context.close()
  })

  test(`a personal access token is made, called with and revoked (${language})`, async ({ browser }) => {
    const tenantId = await aTenant()
    const { page, context } = await open(browser, await aPerson([tenantId]), '/web/user?key=token', language)
    const caller = program(page, tenantId)
    for (const size of [DESK, HAND]) {
      await page.setViewportSize(size)
      await page.getByRole('button', { name: account.token.add }).click()
      const asked = page.getByRole('dialog', { name: account.token.add })
      await asked.getByLabel(account.token.name).fill('Script')
      await tick(page, role.view).check()
      await asked.getByRole('button', { name: account.token.make }).click()
      const shown = page.getByRole('dialog', { name: filled(account.token.secretOf, { name: 'Script' }) })
      await expect(shown.getByText(words.once)).toBeVisible()
      const token = (await shown.locator('code').textContent())!
      expect(token).toMatch(/^furrow_pat_/)
      await shown.getByRole('button', { name: words.kept }).click()
      expect(await caller.read(token)).toBe(200)
      expect(await caller.write(token)).toBe(403)
      await page.getByRole('button', { name: named(account.token.revoke, 'Script') }).click()
      await page.getByRole('dialog').getByRole('button', { name: account.token.revoke }).click()
      await expect(page.getByText(account.token.none)).toBeVisible()
      await expect.poll(() => caller.read(token), { timeout: 1000 }).toBe(401)
    }
    await context.close()
  })
}
