import RuleOutlined from '@mui/icons-material/RuleOutlined'
import { bindArea, inFrame } from '#src/frame/bindArea.tsx'
import type words from '#locales/zh-CN/approvals'

declare module '#src/i18n/words.ts' {
  interface Words {
    approvals: typeof words
  }
}

export const approvals = bindArea({
  screens: {
    '/inventory/config/audit': inFrame(() => import('./DefinitionPage.tsx')),
  },
  pictures: {
    '/inventory/config': RuleOutlined,
  },
})
