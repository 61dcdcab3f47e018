import { type Browser, expect, type Page, test } from '@playwright/test'
import { open } from './people.ts'

type Language = 'zh-CN' | 'en-US'
// Three people sign in, write and decide: more than one page's worth of time.
test.describe.configure({ timeout: 150_000 })

const LIST = '/inventory/prment/aplionform'

/** The words of each language that these sentences touch. */
const words = {
  'zh-CN': {
    bell: /条未读/,
    tab: /审批通知/,
    agree: '同意',
    reject: '驳回',
    comment: '审批意见',
    agreed: '审核成功',
    refused: '驳回成功',
    arrived: /有新的审批任务/,
    title: /^标题/,
    line: (label: string, row: number) => `${label}，第 ${row} 行`,
    product: '产品名称',
    unit: '单位',
    quantity: '数量',
    price: '预计单价',
    total: '合计金额',
    saveSubmit: '保存并提交',
    send: '提交',
    edit: '编辑',
    resubmitTitle: /重新提交审批/,
    submitted: '审批中',
    approved: '已通过',
    rejected: '已驳回',
    round: '第 2 轮',
    asked: '该申请正等待您审批。',
  },
  'en-US': {
    bell: /unread/,
    tab: /Approval notices/,
    agree: 'Agree',
    reject: 'Reject',
    comment: 'Comment',
    agreed: 'Review success',
    refused: 'Reject success',
    arrived: /new approval task has arrived/,
    title: /^Title/,
    line: (label: string, row: number) => `${label}, line ${row}`,
    product: 'Product',
    unit: 'Unit',
    quantity: 'Quantity',
    price: 'Expected price',
    total: 'Total',
    saveSubmit: 'Save and submit',
    send: 'Submit',
    edit: 'Edit',
    resubmitTitle: /Submit again/,
    submitted: 'Submitted',
    approved: 'Approved',
    rejected: 'Rejected',
    round: 'Round 2',
    asked: 'This application is waiting for your decision.',
  },
} as const

const centre = (page: Page) => page.getByRole('dialog').filter({ has: page.getByRole('tablist') })

/** An approver whose notice centre stands open on the approval tab. */
async function approver(browser: Browser, name: 'admin' | 'manager', language: Language) {
  const said = words[language]
  const { page, context } = await open(browser, name, '/web/farm/home', language)
  // The latest announcement, which opens after a sign-in, is not what is looked at here.
  await page.evaluate(() => localStorage.setItem('furrow.notice', 'false'))
  await page.reload()
  await page.getByRole('button', { name: said.bell }).first().click()
  await page.getByRole('tab', { name: said.tab }).click()
  await expect(centre(page).getByRole('grid')).toBeVisible()
  return { page, context }
}

/** Writes an application of two lines, by keyboard from line to line, and submits it; answers its number. */
async function apply(page: Page, language: Language, title: string): Promise<string> {
  const said = words[language]
  await page.goto(`${LIST}/add`)
  await page.getByLabel(said.title).fill(title)
  const cell = (label: string, row: number) => page.getByLabel(said.line(label, row), { exact: true })
  await cell(said.product, 1).fill('Drip tape')
  await cell(said.unit, 1).fill('roll')
  await cell(said.quantity, 1).fill('3')
  await cell(said.price, 1).fill('0.35')
  await cell(said.price, 1).press('Enter')
  await expect(cell(said.product, 2)).toBeFocused()
  await cell(said.product, 2).fill('Connector')
  await cell(said.unit, 2).fill('piece')
  await cell(said.quantity, 2).fill('10')
  await cell(said.price, 2).fill('1.5')
  await expect(page.getByRole('status', { name: said.total })).toContainText('16.05')
  await page.getByRole('button', { name: said.saveSubmit, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: said.send, exact: true }).click()
  await expect(page.getByRole('main').getByText(said.submitted, { exact: true }).first()).toBeVisible()
  const heading = await page.getByRole('heading', { level: 1 }).innerText()
  return heading.match(/PA\d+/)![0]
}

/** Decides the waiting task of a document in the approval tab. */
async function decide(page: Page, language: Language, code: string, verdict: 'agree' | 'reject', comment: string): Promise<void> {
  const said = words[language]
  const act = page.getByLabel(said[verdict], { exact: true })
  const waiting = centre(page).getByRole('row').filter({ hasText: code }).filter({ has: act })
  await waiting.first().getByLabel(said[verdict], { exact: true }).click()
  const dialog = page.getByRole('dialog').filter({ has: page.getByLabel(said.comment) })
  await dialog.getByLabel(said.comment).fill(comment)
  await dialog.getByRole('button', { name: said[verdict], exact: true }).click()
  await expect(dialog).toHaveCount(0)
}

for (const language of ['zh-CN', 'en-US'] as const) {
  const said = words[language]

  test(`an application goes from draft through two nodes to approved, and arrives live at who decides (${language})`, async ({
    browser,
  }) => {
    const admin = await approver(browser, 'admin', language)
    const applicant = await open(browser, 'operator', LIST, language)
    const code = await apply(applicant.page, language, `Two nodes ${language}`)

    // It is on the open page of the approver, and said there, without a reload.
    await expect(centre(admin.page).getByText(said.arrived)).toBeVisible()
    await expect(centre(admin.page).getByRole('row').filter({ hasText: code })).toHaveCount(1)
    await decide(admin.page, language, code, 'agree', 'first node')
    // The second node asks this approver again, and a second one.
    await expect(centre(admin.page).getByRole('row').filter({ hasText: code })).toHaveCount(2)
    await decide(admin.page, language, code, 'agree', 'second node')
    await expect(applicant.page.getByText('second node')).toBeVisible()
    await expect(applicant.page.getByText(said.approved, { exact: true })).toHaveCount(0)

    const address = new URL(applicant.page.url()).pathname
    const manager = await open(browser, 'manager', address, language)
    await expect(manager.page.getByText(said.asked)).toBeVisible()
    await manager.page.getByRole('main').getByRole('button', { name: said.agree, exact: true }).click()
    await manager.page.getByRole('dialog').getByRole('button', { name: said.agree, exact: true }).click()
    await expect(manager.page.getByText(said.agreed)).toBeVisible()
    // The applicant sees it without doing anything.
    await expect(applicant.page.getByRole('main').getByText(said.approved, { exact: true }).first()).toBeVisible()
    for (const { context } of [admin, applicant, manager]) await context.close()
  })

  test(`a rejected application is changed, submitted again and asked about anew (${language})`, async ({ browser }) => {
    const admin = await approver(browser, 'admin', language)
    const applicant = await open(browser, 'operator', LIST, language)
    const code = await apply(applicant.page, language, `Rejected ${language}`)
    await decide(admin.page, language, code, 'reject', 'too dear')
    await expect(applicant.page.getByRole('main').getByText(said.rejected, { exact: true }).first()).toBeVisible()
    await expect(applicant.page.getByText('too dear')).toBeVisible()

    await applicant.page.getByRole('link', { name: said.edit, exact: true }).click()
    await applicant.page.getByLabel(said.line(said.price, 2), { exact: true }).fill('1.2')
    await expect(applicant.page.getByRole('status', { name: said.total }).first()).toContainText('13.05')
    await applicant.page.getByRole('button', { name: said.saveSubmit, exact: true }).click()
    const dialog = applicant.page.getByRole('dialog').filter({ hasText: said.resubmitTitle })
    await dialog.getByRole('button', { name: said.send, exact: true }).click()
    await expect(applicant.page.getByText(said.round)).toBeVisible()
    // The rejected task stays in the list, the new one has come beside it.
    await expect(centre(admin.page).getByRole('row').filter({ hasText: code })).toHaveCount(2)
    await decide(admin.page, language, code, 'agree', 'better')
    await expect(applicant.page.getByText('better')).toBeVisible()
    for (const { context } of [admin, applicant]) await context.close()
  })
}
