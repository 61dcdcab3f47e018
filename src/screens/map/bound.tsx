import MapOutlined from '@mui/icons-material/MapOutlined'
import { bindArea, inFrame, inWindow } from '#src/frame/bindArea.tsx'
import type words from '#locales/zh-CN/map'

declare module '#src/i18n/words.ts' {
  interface Words {
    map: typeof words
  }
}

export const map = bindArea({
  screens: {
    '/web/farm/map': inFrame(() => import('./MapPage.tsx')),
    '/map': inWindow(() => import('./MapWall.tsx')),
  },
  pictures: {
    '/map': MapOutlined,
    '/web/farm/map': MapOutlined,
  },
})
