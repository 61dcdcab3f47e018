import HomeOutlined from '@mui/icons-material/HomeOutlined'
import ViewCarouselOutlined from '@mui/icons-material/ViewCarouselOutlined'
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
    '/system/bannerManger': inFrame(() => import('./banners/BannersPage.tsx')),
  },
  pictures: {
    '/home': HomeOutlined,
    '/web/farm/home': HomeOutlined,
    '/system/bannerManger': ViewCarouselOutlined,
  },
})
