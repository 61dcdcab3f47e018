import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import type { Product } from './product.ts'

const built = join(import.meta.dirname, '../.cache/bench')

/**
 * Lays the bench's own pages over the product's address under /bench/, within the browser: they are of the product's origin, and all else
 * that they ask for, the live connection too, goes to the product with no hop between.
 */
export async function servePages(context: BrowserContext, product: Product): Promise<string> {
  const base = `${product.url}/bench/`
  const boot = await (await fetch(`${product.url}/boot.json`)).text()
  await context.route(`${base}**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    const path = join(built, pathname.slice('/bench/'.length))
    if (!existsSync(path)) return route.fulfill({ status: 404 })
    if (!path.endsWith('.html')) return route.fulfill({ path })
    const page = await readFile(path, 'utf8')
    return route.fulfill({ contentType: 'text/html', body: page.replace(/(id="boot">)/, `$1${boot.replaceAll('<', '\\u003c')}`) })
  })
  return base
}
