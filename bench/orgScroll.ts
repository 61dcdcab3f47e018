import type { Browser } from '@playwright/test'
import { arrangeOrganization, PEOPLE } from './orgTree.ts'
import { pan } from './pan.ts'
import { openSignedIn, type Product } from './product.ts'
import { interleave, judge, table } from './rounds.ts'
import { servePages } from './servePages.ts'

/** px a frame: 5,000 lines in about forty seconds, faster than anybody reads. */
const STEP = 90

/** The organisation of 5,000 people, all of it open, while it is scrolled, beside (s) a bare page that draws the same lines. */
export async function benchOrgScroll(product: Product, browser: Browser, rounds: number): Promise<string> {
  await arrangeOrganization(product)
  const session = await product.signIn('admin')
  const open = async (path: string, box: string, before: 'open' | null) => {
    const { page, context } = await openSignedIn(browser, session)
    await servePages(context, product)
    await page.goto(`${product.url}${path}`)
    await page.waitForSelector(box, { state: 'attached', timeout: 60_000 })
    if (before === 'open') await page.getByRole('button', { name: /^(全部展开|Open all)$/ }).click()
    await page.waitForFunction(
      ({ of, tall }) => document.querySelector(of)!.scrollHeight > tall,
      { of: box, tall: PEOPLE * 40 },
      { timeout: 60_000 },
    )
    const figures = await pan(page, box, [0, STEP])
    await context.close()
    return figures
  }
  const seen = await interleave(rounds, {
    Furrow: () => open('/system/organization', '[role=tree]', 'open'),
    '(s) bare page': () => open(`/bench/bareTree.html?lines=${PEOPLE + 350}`, '#box', null),
  })
  return [
    table(`The organisation of ${PEOPLE.toLocaleString('en-US')} people, scrolled (ms)`, seen),
    judge(rounds, seen)('frame p95 / (s)', seen.Furrow['frame p95']! / seen['(s) bare page']['frame p95']!, 1.2, 'atMost'),
  ].join('\n')
}
