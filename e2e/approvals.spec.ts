import { type Browser, expect, type Page, test } from '@playwright/test'
import { journeysIn } from './languages.ts'
import { ask, open } from './people.ts'

type Language = 'zh-CN' | 'en-US'
// Three people sign in, write and decide: more than one page's worth of time.
test.describe.configure({ timeout: 120_000 })

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
    arrived: /有新的审批任务/,
    title: /^标题/,
    line: (label: string, row: number) => `${label}，第 ${row} 行`,
    catalogue: '产品',
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
    asked: '该单据正等待您审批。',
    addTab: '新增采购申请',
  },
  'en-US': {
    bell: /unread/,
    tab: /Approval notices/,
    agree: 'Agree',
    reject: 'Reject',
    comment: 'Comment',
    agreed: 'Review success',
    arrived: /new approval task has arrived/,
    title: /^Title/,
    line: (label: string, row: number) => `${label}, line ${row}`,
    catalogue: 'Product',
    product: 'Name',
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
    asked: 'This document is waiting for your decision.',
    addTab: 'New purchase application',
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
  await expect(cell(said.catalogue, 2)).toBeFocused()
  await cell(said.product, 2).fill('Connector')
  await cell(said.unit, 2).fill('piece')
  await cell(said.quantity, 2).fill('10')
  await cell(said.price, 2).fill('1.5')
  await expect(page.getByRole('status', { name: said.total })).toContainText('16.05')
  await page.getByRole('button', { name: said.saveSubmit, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: said.send, exact: true }).click()
  await expect(page.getByRole('main').getByText(said.submitted, { exact: true }).first()).toBeVisible()
  // The form gave its place to what was made of it: no blank form stands open behind it.
  await expect(page.getByRole('tab', { name: said.addTab, exact: true })).toHaveCount(0)
  const heading = await page.getByRole('heading', { level: 1 }).innerText()
  return heading.match(/PA\d+/)![0]
}

/** The buttons, in words, with which the waiting tasks of a document are decided in the approval tab. */
const waiting = (page: Page, language: Language, code: string, verdict: 'agree' | 'reject') =>
  centre(page).getByRole('row').filter({ hasText: code }).getByRole('button').filter({ hasText: words[language][verdict] })

/** Decides the waiting task of a document in the approval tab. */
async function decide(page: Page, language: Language, code: string, verdict: 'agree' | 'reject', comment: string): Promise<void> {
  const said = words[language]
  await waiting(page, language, code, verdict).first().click()
  const dialog = page.getByRole('dialog').filter({ has: page.getByLabel(said.comment) })
  await dialog.getByLabel(said.comment).fill(comment)
  await dialog.getByRole('button', { name: said[verdict], exact: true }).click()
  await expect(dialog).toHaveCount(0)
}

for (const language of journeysIn('zh-CN')) {
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

const ONE = '/wfpf/v1/1/purchase-application'
const LINES = [{ productName: '叶轮', unit: '个', quantity: '2', price: '145' }]

/** An application of whoever is signed in on the page. */
async function draft(page: Page, title: string) {
  const made = await ask(page, 'POST', ONE, { areaId: 1, title, lines: LINES })
  return { id: Number(made['id']), code: String(made['code']), path: `${LIST}/info/${String(made['id'])}` }
}
async function submitted(page: Page, title: string) {
  const made = await draft(page, title)
  const { processId } = await ask(page, 'PUT', `${ONE}/${made.id}/submit`, { objectVersionNumber: 1, picked: {} })
  return { ...made, processId: Number(processId) }
}
const zh = words['zh-CN']
const bar = (page: Page) => page.getByRole('main')
const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

test('an application that is withdrawn leaves the open desk of its approver, also from under a dialog that is being written in', async ({
  browser,
}) => {
  const admin = await approver(browser, 'admin', 'zh-CN')
  const applicant = await open(browser, 'operator', LIST)
  const { code, path } = await submitted(applicant.page, '要撤回的申请')
  await waiting(admin.page, 'zh-CN', code, 'agree').click()
  await dialogOf(admin.page, '同意审批').getByLabel(zh.comment).fill('写到一半')

  await applicant.page.goto(path)
  await bar(applicant.page).getByRole('button', { name: '撤回', exact: true }).click()
  await dialogOf(applicant.page, new RegExp(code)).getByRole('button', { name: '撤回', exact: true }).click()
  await expect(bar(applicant.page).getByText('草稿', { exact: true }).first()).toBeVisible()
  await expect(bar(applicant.page).getByText('撤回了申请')).toBeVisible()
  await expect(bar(applicant.page).getByRole('link', { name: zh.edit, exact: true })).toBeVisible()

  await expect(dialogOf(admin.page, '同意审批')).toHaveCount(0)
  await expect(admin.page.getByText('该任务已处理，列表已刷新')).toBeVisible()
  await expect(centre(admin.page).getByRole('row').filter({ hasText: code })).toContainText('已撤回')
  await expect(waiting(admin.page, 'zh-CN', code, 'agree')).toHaveCount(0)
  for (const { context } of [admin, applicant]) await context.close()
})

test('a task is handed to a colleague, who decides it; who handed it on is asked no more', async ({ browser }) => {
  const applicant = await open(browser, 'operator', LIST)
  const { path, processId } = await submitted(applicant.page, '要转交的申请')
  const [viewer, admin] = await Promise.all([open(browser, 'viewer', '/home'), open(browser, 'admin', path)])
  const { realName } = (await ask(viewer.page, 'GET', '/iam/stong/v1/users/self')) as { realName: string }

  await bar(admin.page).getByRole('button', { name: '转交', exact: true }).click()
  const dialog = dialogOf(admin.page, '转交任务')
  await dialog.getByRole('button', { name: '转交', exact: true }).click()
  await expect(dialog.getByText('请选择转交给谁')).toBeVisible()
  await dialog.getByLabel(/^转交给/).fill(realName)
  await admin.page.getByRole('option', { name: realName }).click()
  await dialog.getByLabel('说明').fill('请代为审核')
  await dialog.getByRole('button', { name: '转交', exact: true }).click()
  await expect(admin.page.getByText(`已转交给 ${realName}`)).toBeVisible()
  await expect(bar(admin.page).getByText(zh.asked)).toHaveCount(0)

  await viewer.page.goto(path)
  await expect(bar(viewer.page).getByText(zh.asked)).toBeVisible()
  await expect(bar(viewer.page).getByText('请代为审核')).toBeVisible()
  await bar(viewer.page).getByRole('button', { name: zh.agree, exact: true }).click()
  await dialogOf(viewer.page, '同意审批').getByRole('button', { name: zh.agree, exact: true }).click()
  await expect(viewer.page.getByText(zh.agreed)).toBeVisible()
  const { tasks } = (await ask(applicant.page, 'GET', `/wfpf/v1/1/approval-process/${processId}`)) as {
    tasks: { assignee: { realName: string }; state: string; nodeId: string }[]
  }
  const first = tasks.filter(({ nodeId }) => nodeId === 'manager')
  expect(first.map(({ state }) => state).toSorted()).toEqual(['APPROVED', 'DONE', 'TRANSFERRED'])
  expect(first.find(({ state }) => state === 'APPROVED')!.assignee.realName).toBe(realName)
  for (const { context } of [viewer, admin, applicant]) await context.close()
})

test('what was typed into an application that somebody else changed meanwhile is kept over the newest, or let go', async ({ browser }) => {
  const { page, context } = await open(browser, 'operator', LIST)
  const { id } = await draft(page, '两人同改')
  await page.goto(`${LIST}/edit/${id}`)
  await page.getByLabel(zh.title).fill('我写的标题')
  // The other one changes a title and a quantity.
  const other = { areaId: 1, title: '别人的标题', lines: [{ ...LINES[0], quantity: '7' }] }
  await ask(page, 'PUT', `${ONE}/${id}`, { ...other, objectVersionNumber: 1 })
  await expect(page.getByText('单据已被他人修改')).toBeVisible()
  await expect(page.getByLabel(zh.title)).toHaveValue('我写的标题')
  await page.getByRole('button', { name: '保留我的修改' }).click()
  await expect(page.getByText('他人也修改了：标题。')).toBeVisible()
  await expect(page.getByLabel(zh.title)).toHaveValue('我写的标题')
  await expect(page.getByLabel(zh.line(zh.quantity, 1), { exact: true })).toHaveValue('7.00')
  await page.getByRole('button', { name: '保存草稿' }).click()
  await expect.poll(() => ask(page, 'GET', `${ONE}/${id}`)).toMatchObject({ title: '我写的标题', objectVersionNumber: 3 })

  // Submitted from elsewhere: it can be saved no more, and still nothing that was typed is gone.
  await page.goto(`${LIST}/edit/${id}`)
  await page.getByLabel('备注', { exact: true }).fill('还有一句')
  await ask(page, 'PUT', `${ONE}/${id}/submit`, { objectVersionNumber: 3, picked: {} })
  await expect(page.getByText('当前状态下不能编辑该单据。')).toBeVisible()
  await expect(page.getByLabel('备注', { exact: true })).toHaveValue('还有一句')
  await expect(page.getByRole('button', { name: '保存草稿' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: '保存并提交' })).toBeDisabled()
  await context.close()
})

test('a decision that is clicked twice, and in two tabs at once, is made once, and the second tab is told so', async ({ browser }) => {
  const applicant = await open(browser, 'operator', LIST)
  const { path, processId } = await submitted(applicant.page, '点了两次')
  const first = await open(browser, 'admin', path)
  const second = await first.context.newPage()
  await second.goto(path)
  for (const page of [first.page, second]) await bar(page).getByRole('button', { name: zh.agree, exact: true }).click()

  // The second tab's word is under way when the first one's arrives.
  const { promise: answered, resolve: goOn } = Promise.withResolvers<void>()
  await second.route('**/approval-task/approve/*', async (route) => {
    await answered
    await route.continue()
  })
  const sent = second.waitForRequest('**/approval-task/approve/*')
  const confirm = (page: Page) => dialogOf(page, '同意审批').getByRole('button', { name: zh.agree, exact: true })
  await confirm(second).click()
  await sent
  await confirm(first.page).dblclick()
  await expect(first.page.getByText(zh.agreed)).toBeVisible()
  goOn()
  await expect(second.getByText('该任务已处理，列表已刷新')).toBeVisible()
  await expect(dialogOf(second, '同意审批')).toHaveCount(0)

  const { records } = (await ask(applicant.page, 'GET', `/wfpf/v1/1/approval-process/${processId}`)) as { records: { action: string }[] }
  expect(records.filter(({ action }) => action === 'approved')).toHaveLength(1)
  for (const { context } of [first, applicant]) await context.close()
})

test('each of the three views has its own rows, columns, filter and acts; View leads to the document', async ({ browser }) => {
  const { page, context } = await approver(browser, 'admin', 'en-US')
  const columns = [
    'Form name',
    'Amount (CNY)',
    'Form code',
    'Applicant',
    'Application time',
    'Current node',
    'Approval status',
    'Operations',
  ]
  const views = [
    ['Submitted by me', 'Process status', ['All', 'In approval', 'Approval complete', 'Rejected'], '/approval-process/query/page?'],
    ['Copied to me', null, [], 'taskType=carbon_copy'],
    ['Approved by me', 'Task status', ['All', 'Not reviewed', 'Reviewed', 'Rejected'], 'taskType=approval'],
  ] as const
  for (const [view, filter, values, address] of views) {
    const asked = page.waitForRequest((request) => request.url().includes(address))
    await centre(page).getByRole('button', { name: view }).click()
    await asked
    const shown = filter === 'Process status' ? columns.filter((one) => one !== 'Current node') : columns
    await expect(centre(page).getByRole('columnheader')).toHaveText(shown)
    // All of it at once: no act stands beyond the edge.
    const edge = (part: string) =>
      centre(page)
        .locator(part)
        .last()
        .evaluate((box) => Math.round(box.getBoundingClientRect().right))
    expect(await edge('[role=columnheader]')).toBeLessThanOrEqual(await edge('.MuiDataGrid-main'))
    await expect(
      centre(page)
        .getByRole('row')
        .nth(1)
        .getByRole('button', { name: /^View / }),
    ).toBeVisible()
    if (view !== 'Approved by me') await expect(centre(page).getByRole('button', { name: /^(Agree|Reject)/ })).toHaveCount(0)
    await expect(centre(page).getByRole('combobox', { name: /status$/ })).toHaveCount(filter === null ? 0 : 1)
    if (filter === null) continue
    await centre(page).getByRole('combobox', { name: filter }).click()
    await expect(page.getByRole('option')).toHaveText([...values])
    const narrowed = page.waitForRequest((request) => /(process|task)State=2/.test(request.url()))
    await page.getByRole('option').nth(2).click()
    await narrowed
  }
  await expect(centre(page).getByRole('button', { name: /^(Agree|Reject) / })).toHaveCount(0)
  const view = centre(page)
    .getByRole('row')
    .nth(1)
    .getByRole('button', { name: /^View / })
  const code = (await view.getAttribute('aria-label'))!.replace('View ', '')
  // By its name: another test's application may have come above it.
  await centre(page)
    .getByRole('button', { name: `View ${code}`, exact: true })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`${LIST}/info/\\d+$`))
  await expect(page.getByRole('heading', { level: 1 })).toContainText(code)
  await context.close()
})

test('an administrator makes the next version of a flow, which is in force at once; who is none finds no such page', async ({
  browser,
}) => {
  const { page, context } = await open(browser, 'admin', '/inventory/config/audit', 'en-US')
  const flow = page.getByRole('region', { name: '采购申请审批', exact: true })
  await expect(flow.getByText('In force')).toBeVisible()
  const versions = page.getByRole('region', { name: 'Versions' }).getByRole('button')
  const before = await versions.count()
  await page.getByRole('button', { name: 'New version' }).click()
  // A step that asks nobody is not saved.
  await page.getByRole('button', { name: 'Add a step' }).last().click()
  const step = page.getByRole('region', { name: 'New step', exact: true })
  await step.getByLabel('Kind').click()
  await page.getByRole('option', { name: 'One after another' }).click()
  await step.getByLabel('Who is asked').click()
  await page.getByRole('option', { name: 'Named people' }).click()
  const save = page.getByRole('button', { name: `Save as version ${before + 1}` })
  await save.click()
  await expect(page.getByText('1 input needs a correction')).toBeVisible()
  await step.getByLabel('People').click()
  await page.getByRole('option').first().click()
  await step.getByLabel('Time limit, hours').fill('48')
  await step.getByRole('button', { name: 'Move “New step” up' }).click()
  await save.click()
  await expect(page.getByText(`Version ${before + 1} saved: it is in force now`)).toBeVisible()
  await expect(versions).toHaveCount(before + 1)
  await expect(flow.getByText(/48 h, then: Remind once/)).toBeVisible()

  // The flow as it was comes back as a version of its own: versions never change.
  await versions.last().click()
  const { content } = (await ask(page, 'GET', '/wfpf/v1/1/approval-definition?formCode=aplionform&all=1&size=0')) as {
    content: Record<string, unknown>[]
  }
  const { formCode, name, nodes, whenNobody, whenApplicant } = content[1]!
  await ask(page, 'POST', '/wfpf/v1/1/approval-definition', { formCode, name, nodes, whenNobody, whenApplicant, basedOn: before + 1 })
  await context.close()

  const other = await open(browser, 'operator', '/inventory/config/audit', 'en-US')
  await expect(other.page.getByText('You have no access to the page')).toBeVisible()
  await other.context.close()
})
