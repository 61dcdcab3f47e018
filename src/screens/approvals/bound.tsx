import RuleOutlined from '@mui/icons-material/RuleOutlined'
import { bindArea, inFrame } from '#src/frame/bindArea.tsx'

export const approvals = bindArea({
  screens: {
    '/inventory/config/audit': inFrame(() => import('./DefinitionPage.tsx')),
  },
  pictures: {
    '/inventory/config': RuleOutlined,
  },
})
