import type { Page } from '@playwright/test'
import type { Result } from 'axe-core'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Axe {
  readonly run: (within: string, options: object) => Promise<{ violations: Result[] }>
}

/**
 * What axe finds wrong with the page, or a part of it, as it stands: every rule, all impacts. It runs in the page itself, once; its builder for Playwright opens
 * a page of its own for every scan, to join what frames say, and Furrow has no frames: a fifth of the time.
 */
export async function violationsOf(page: Page, within = 'html'): Promise<Result[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  return page.evaluate(async (part) => {
    const { axe } = globalThis as unknown as { axe: Axe }
    // What is on its way from one colour to another has neither; what never ends is looked at as it is.
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
    return (await axe.run(part, { resultTypes: ['violations'] })).violations
  }, within)
}

export const isSerious = ({ impact }: Pick<Result, 'impact'>): boolean => impact === 'serious' || impact === 'critical'
