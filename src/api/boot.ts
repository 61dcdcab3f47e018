import { PANORAMA_MAX_MB } from '#contract/media/limits'
import type { Boot } from '#contract/session/tenant'

const introduction: Boot = {
  publicKey: '',
  deployment: {
    favicon: null,
    loginTitle: null,
    loginLogo: null,
    workLogo: null,
    titleLoginLogo: null,
    copyright: null,
    defaultLanguage: null,
  },
  demo: false,
  panoramaMaxMb: PANORAMA_MAX_MB,
  mqttPort: 1883,
  tiles: [],
}

/**
 * What the page's first bytes carried: the public key for passwords, how the tenant introduces itself, map tiles.
 * The server writes it into `<script type="application/json" id="boot">`; a page that came without it gets the product's own.
 */
export const boot: Boot = { ...introduction, ...readBoot() }

function readBoot(): Partial<Boot> {
  const text = document.getElementById('boot')?.textContent ?? ''
  try {
    return (JSON.parse(text) as Partial<Boot> | null) ?? {}
  } catch {
    return {}
  }
}
