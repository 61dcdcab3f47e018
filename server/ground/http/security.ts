import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/** The part of a tile URL that a content policy names, e.g. `https://*.example.org` of `https://{s}.example.org/{z}/{x}/{y}`. */
export function tileOrigin(url: string): string | null {
  const found = /^(https?):\/\/([^/?#]+)/.exec(url)
  if (!found) return null
  const labels = found[2]!.split('.')
  const open = labels.findLastIndex((label) => label.includes('{'))
  return `${found[1]}://${open === -1 ? found[2] : ['*', ...labels.slice(open + 1)].join('.')}`
}

/**
 * Headers of every answer. No inline script runs; styles may be inline because the console's style engine writes them. Tiles come from
 * the configured hosts, live data over a WebSocket of the same host.
 */
export function secure(app: FastifyInstance, config: Config): void {
  const tiles = [...new Set(config.tiles.map(({ url }) => tileOrigin(url)).filter((origin) => origin != null))]
  const fixed = [
    `default-src 'self'`,
    `script-src 'self'`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data: blob: ${tiles.join(' ')}`.trim(),
    `media-src 'self' blob:`,
    `font-src 'self' data:`,
    `worker-src 'self' blob:`,
    `object-src 'none'`,
    `base-uri 'self'`,
    `form-action 'self'`,
    `frame-ancestors 'self'`,
  ].join('; ')
  app.addHook('onRequest', async (request, reply) => {
    const { host } = request
    // Not every browser takes 'self' to cover the WebSocket of the same host.
    const sockets = /^[\w.\-[\]:]{1,255}$/.test(host ?? '') ? ` ws://${host} wss://${host}` : ''
    reply.headers({
      'content-security-policy': `${fixed}; connect-src 'self'${sockets}`,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'geolocation=(self), camera=(), microphone=()',
    })
  })
}
