import BugReportOutlined from '@mui/icons-material/BugReportOutlined'
import { bindArea, inFrame } from '#src/frame/bindArea.tsx'
import type words from '#locales/zh-CN/insects'

declare module '#src/i18n/words.ts' {
  interface Words {
    insects: typeof words
  }
}

export const insects = bindArea({
  screens: {
    '/web/agriculture/identify': inFrame(() => import('./IdentifyPage.tsx')),
    '/web/equipment/pest/draw/:id': inFrame(() => import('./DrawPage.tsx')),
  },
  pictures: { '/web/agriculture/identify': BugReportOutlined },
})
