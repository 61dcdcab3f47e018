import AccountTreeOutlined from '@mui/icons-material/AccountTreeOutlined'
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
    '/system/process': inFrame(() => import('./process/ProcessPage.tsx')),
    '/system/process/add': inFrame(() => import('./process/ProcessEditPage.tsx')),
    '/system/process/edit/:id': inFrame(() => import('./process/ProcessEditPage.tsx')),
    '/system/process/copy/:id': inFrame(() => import('./process/ProcessEditPage.tsx')),
    '/system/process/info/:id': inFrame(() => import('./process/ProcessInfoPage.tsx')),
  },
  pictures: {
    '/inventory/config': RuleOutlined,
    '/system/process': AccountTreeOutlined,
  },
})
