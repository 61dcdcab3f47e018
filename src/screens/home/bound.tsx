import HomeOutlined from '@mui/icons-material/HomeOutlined'
import { bindArea, inFrame, inWindow } from '#src/frame/bindArea.tsx'
import { HOME_PATH } from '#src/session/wayBack.ts'
import type words from '#locales/zh-CN/home'

declare module '#src/i18n/words.ts' {
  interface Words {
    home: typeof words
  }
}

export const home = bindArea({
  screens: {
    '/home': inWindow(() => import('./HomeLanding.tsx')),
    '/web': { at: 'redirect', to: HOME_PATH },
    '/web/farm/home': inFrame(() => import('./HomePage.tsx')),
  },
  pictures: {
    '/home': HomeOutlined,
    '/web/farm/home': HomeOutlined,
  },
})
