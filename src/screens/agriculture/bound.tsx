import ContactSupportOutlined from '@mui/icons-material/ContactSupportOutlined'
import { bindArea, inFrame } from '#src/frame/bindArea.tsx'
import type words from '#locales/zh-CN/agriculture'

declare module '#src/i18n/words.ts' {
  interface Words {
    agriculture: typeof words
  }
}

export const agriculture = bindArea({
  screens: { '/web/agriculture/expert-inquiry': inFrame(() => import('./InquiryPage.tsx')) },
  pictures: { '/web/agriculture/expert-inquiry': ContactSupportOutlined },
})
