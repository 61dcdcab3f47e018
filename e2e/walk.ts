import { expect, type Page } from '@playwright/test'
import { isSerious, violationsOf } from './axe.ts'
import type { Language } from './languages.ts'
import { go } from './people.ts'
import { wordFaults } from './words.ts'

/**
 * The one walk through everything: it opens every page and what its buttons open, looks at the words in both languages, each in the place of
 * the other without the page being opened anew, and at all of it once with axe. What is done on a page is the journeys' matter: nothing is
 * changed here, every write is answered as a server that is not available.
 */

/** Pressed once in a part, by the Chinese words of the button: what they open is the same on every page. */
const ALIKE = [
  // Of every list: its columns, its import, the question before a deletion, and the form of `add` with what is there already.
  /^(列设置|导入$|编辑|删除)/,
  /列菜单$/,
  // The days of a filter or a form, and the places of a flow at which a step is added.
  /^(选择日期|在第)/,
  // More filters, or fewer.
  /^(展开|收起)/,
  // Of every list of devices and every device: one page serves all types.
  /^(添加设备|批量添加|设置上报周期|更换密钥|更多操作|添加计算采集项|搁置)/,
]
/** Never pressed: what opens no window of the console's own. */
const UNPRESSED = [
  // A file, the printer's window, or a window of the browser.
  /^(导出|下载|打印|在新窗口|全屏)/,
  // The modules on the landing page, and the ways out of a page that has a page of its own.
  /^(农场管理|企业管理|采购与库存|开放接口|数字地图|返回|取消|关闭|查看|设备$)/,
  // What a player of pictures plays, and how fast.
  /^(\d+ 倍|直播|播放|暂停|继续|打开声音)/,
  // Asks a device.
  /^立即上报/,
  // What is there already is narrowed, turned over, drawn larger or asked for again.
  /^(查询|重置|排序|刷新|重试|上一|下一|更早|放大|缩小|回到)/,
]
/** A page has this many windows at most that are looked at, so that one with a button for each of a hundred records does not hold the walk. */
const MOST = 14

const QUIET_MS = 100
/** Answers a wait for the moment at which this page has asked for nothing, and has nothing to come, for a while. */
function quietOf(page: Page): (ms?: number) => Promise<void> {
  let running = 0
  let last = Date.now()
  const count = (by: number) => () => {
    running = Math.max(0, running + by)
    last = Date.now()
  }
  page.on('request', count(1))
  page.on('requestfinished', count(-1))
  page.on('requestfailed', count(-1))
  return async (ms = QUIET_MS) => {
    last = Date.now()
    // What was asked for by what is drawn just now has been asked for then.
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle, { timeout: 500 })))
    await expect.poll(() => running === 0 && Date.now() - last >= ms, { intervals: [20], timeout: 30_000 }).toBe(true)
    await expect(page.locator('.MuiSkeleton-root:visible')).toHaveCount(0)
  }
}

/** Shows everything that is open in this language, as a choice in another tab does. */
async function speak(page: Page, language: Language): Promise<void> {
  await page.evaluate((wanted) => {
    localStorage.setItem('furrow.language', wanted)
    dispatchEvent(new StorageEvent('storage', { key: 'furrow.language' }))
  }, language)
  await page.waitForFunction((wanted) => document.documentElement.lang === wanted, language, { polling: 20 })
}

/** Every write of this page is answered here, and it opens no other window. */
export const changesNothing = () => {
  const asked = globalThis.fetch
  globalThis.fetch = (input, init) =>
    (init?.method ?? 'GET') === 'GET' || /\/oauth\/|\/check-resources/.test(input instanceof Request ? input.url : input.toString())
      ? asked(input, init)
      : Promise.resolve(Response.json({ failed: true, code: 'error.unavailable', message: '' }, { status: 503 }))
  globalThis.open = () => null
  HTMLElement.prototype.requestFullscreen = () => Promise.resolve()
}

/** What the buttons, tabs and the first row of the page are called, in their order, those that show another part of the page behind a bar; the one at `pressed` is pressed, where there are as many as `of`. */
const openers = (page: Page, pressed?: number, of?: number) =>
  page.evaluate(
    ([at, length]) => {
      const there = [...document.querySelectorAll<HTMLElement>('main button, main [role=tab], main [role=gridcell]')].filter((element) => {
        if (element.matches(':disabled,[aria-disabled=true],[role=switch],[aria-haspopup=listbox]')) return false
        if (!element.checkVisibility({ visibilityProperty: true })) return false
        const row = element.closest('[data-rowindex]')
        if (row && row.getAttribute('data-rowindex') !== '0') return false
        return !element.matches('[role=gridcell]') || element.matches('[aria-colindex="1"],[aria-colindex="2"]')
      })
      const names = there.map((element) =>
        element.matches('[role=gridcell]')
          ? 'row'
          : (element.matches('[role=tab],[aria-pressed]') ? '|' : '') +
            (element.getAttribute('aria-label')?.trim() || element.innerText.trim()),
      )
      if (at !== undefined && there.length === length) there[at]!.click()
      return names
    },
    [pressed, of] as const,
  )

/** The window, menu or drawer that lies over the page now is marked; whether there is one. */
const shown = (page: Page) =>
  page.evaluate(() => {
    const found = [...document.querySelectorAll<HTMLElement>('[role=dialog],[role=menu],.MuiPopover-paper')].findLast((one) =>
      one.checkVisibility(),
    )
    if (!found) return false
    for (const earlier of document.querySelectorAll('[data-walked]')) earlier.removeAttribute('data-walked')
    found.dataset['walked'] = ''
    return true
  })

/** The acts of the first row of each list that cannot be pressed where they stand: beyond the page, or below something else. */
const hiddenActs = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main [role=row] [data-field="actions"] button')].flatMap((button) => {
      if (button.closest('[data-rowindex]')?.getAttribute('data-rowindex') !== '0' || !button.checkVisibility()) return []
      button.closest('[role=row]')?.querySelector('[role=gridcell]')?.scrollIntoView({ block: 'center', inline: 'nearest' })
      const { left, top, width, height } = button.getBoundingClientRect()
      const over = document.elementFromPoint(left + width / 2, top + height / 2)
      return button.contains(over) ? [] : [`act out of view: ${button.getAttribute('aria-label') ?? button.innerText}`]
    }),
  )

/** Characters of an element that is at fault: enough to find it by. */
const MOST_SHOWN = 160

export class Walk {
  readonly faults: Record<string, string[]> = {}
  readonly windows: string[] = []
  language: Language = 'zh-CN'
  readonly #alike = new Set<string>()
  readonly #quiet: ReturnType<typeof quietOf>
  readonly page: Page
  /** Windows too, and words in both languages; else pages in English, whose words are the longer ones. */
  readonly isWhole: boolean
  constructor(page: Page, isWhole = true) {
    this.page = page
    this.isWhole = isWhole
    if (!isWhole) this.language = 'en-US'
    this.#quiet = quietOf(page)
  }

  #note(where: string, found: readonly string[]) {
    if (found.length > 0) this.faults[where] = [...new Set([...(this.faults[where] ?? []), ...found])]
  }
  /** The words in the language that is spoken, and in the other one, in which it goes on. */
  async look(where: string, within: string): Promise<void> {
    // A question stays as it was asked.
    const isQuestion = within !== 'body' && (await this.page.locator('[data-walked][aria-labelledby=confirm-title]').count()) > 0
    for (const next of isQuestion || !this.isWhole ? [false] : [true, false]) {
      this.#note(`${where} (${this.language})`, await wordFaults(this.page, this.language, within))
      if (!next) continue
      this.language = this.language === 'zh-CN' ? 'en-US' : 'zh-CN'
      await speak(this.page, this.language)
      await this.#quiet()
    }
    // What a control in the middle of a change has the colours of both states: what is there twice is there.
    const scan = async () =>
      (await violationsOf(this.page, within))
        .filter(isSerious)
        .flatMap(({ id, nodes }) => nodes.map(({ target, html }) => `${id}: ${target.join(' ')} ${html.slice(0, MOST_SHOWN)}`))
    const found = await scan()
    if (found.length === 0) return
    const again = await scan()
    this.#note(
      where,
      found.filter((fault) => again.includes(fault)),
    )
  }
  async #goTo(path: string): Promise<void> {
    await go(this.page, path)
    await this.#quiet(300)
    // A window that it came from is over it still, and hides it from who does not see.
    await expect(this.page.locator('main').first()).toBeVisible()
  }

  /** The names of what can be pressed, in Chinese. */
  async #names(): Promise<string[]> {
    if (this.language !== 'zh-CN') {
      this.language = 'zh-CN'
      await speak(this.page, this.language)
      await this.#quiet()
    }
    return openers(this.page)
  }
  #isNew(name: string, tried: ReadonlySet<string>): boolean {
    if (name === '' || tried.has(name) || UNPRESSED.some((one) => one.test(name))) return false
    const alike = ALIKE.map((one) => one.exec(name)?.[0]).find((one) => one !== undefined)
    return alike === undefined || !this.#alike.has(alike)
  }

  async walk(path: string): Promise<void> {
    await this.#goTo(path)
    let names = this.isWhole && this.language === 'zh-CN' ? await this.#names() : []
    // What lies over them for a moment (a bar of progress, a page that is left) goes away.
    let hidden: string[] = []
    await expect
      .poll(async () => (hidden = await hiddenActs(this.page)).length, { timeout: 5000 })
      .toBe(0)
      .catch(() => undefined)
    this.#note(path, hidden)
    await this.look(path, 'body')
    if (!this.isWhole) return
    if (names.length === 0) names = await this.#names()
    const tried = new Set<string>()
    const isNew = (label: string) => this.#isNew(label.replace('|', ''), tried)
    for (let count = 0; count < MOST;) {
      // What shows another part of the page comes last: it takes away what stands there.
      const label = names.find((one) => !one.startsWith('|') && isNew(one)) ?? names.find(isNew)
      if (label === undefined) break
      const name = label.replace('|', '')
      tried.add(name)
      if ((await openers(this.page, names.indexOf(label), names.length)).length !== names.length) {
        // Something else stands there than before something was pressed last.
        names = await this.#names()
        if (!names.includes(label)) continue
        await openers(this.page, names.indexOf(label), names.length)
      }
      for (const alike of ALIKE) {
        const found = alike.exec(name)?.[0]
        if (found !== undefined) this.#alike.add(found)
      }
      await this.#quiet()
      const isWindow = await shown(this.page)
      if (new URL(this.page.url()).pathname !== path) {
        // It leads to another page, which is walked to by itself.
        if (isWindow) await this.#close(path)
        await this.#goTo(path)
      } else if (isWindow) {
        count++
        this.windows.push(`${path}: ${name}`)
        await this.look(`${path}: ${name}`, '[data-walked]')
        await this.#close(path)
      } else if (label.startsWith('|')) await this.look(`${path}: ${name}`, 'main')
    }
  }
  /** What is opened otherwise than by a button of the page, by its Chinese name. */
  async opened(role: 'dialog' | 'menu', windows: Readonly<Record<string, () => Promise<unknown>>>): Promise<void> {
    for (const [name, show] of Object.entries(windows)) {
      await this.#names()
      await show()
      await expect(role === 'menu' ? this.page.getByRole('menu') : this.page.getByRole(role, { name })).toBeVisible()
      await this.#quiet()
      expect(await shown(this.page)).toBe(true)
      await this.look(name, '[data-walked]')
      await this.#close(new URL(this.page.url()).pathname)
    }
  }
  async #close(path: string): Promise<void> {
    for (let tries = 0; tries < 3; tries++) {
      await this.page.keyboard.press('Escape')
      await this.#quiet(50)
      const gone = await this.page
        .waitForFunction(
          () => [...document.querySelectorAll('[role=dialog],[role=menu],.MuiPopover-paper')].every((one) => !one.checkVisibility()),
          undefined,
          { polling: 20, timeout: 700 },
        )
        .then(
          () => true,
          () => false,
        )
      if (gone) return
    }
    // It asks whether to leave what was begun, or is drawn over the whole page.
    await this.page.goto(path)
    await this.#quiet(300)
  }
}
