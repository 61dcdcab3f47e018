import AccountTreeOutlined from '@mui/icons-material/AccountTreeOutlined'
import HubOutlined from '@mui/icons-material/HubOutlined'
import LowPriorityOutlined from '@mui/icons-material/LowPriorityOutlined'
import { bindArea, inFrame } from '#src/frame/bindArea.tsx'
import type words from '#locales/zh-CN/flows'

declare module '#src/i18n/words.ts' {
  interface Words {
    flows: typeof words
  }
}

export const flows = bindArea({
  screens: {
    '/web/equipment/intelligentControl/index': inFrame(() => import('./FlowsPage.tsx')),
    '/web/equipment/intelligentControl/group': inFrame(() => import('./groups/FlowGroupPage.tsx')),
    '/web/equipment/intelligentControl/device-group': inFrame(() => import('./groups/DeviceGroupPage.tsx')),
    '/web/equipment/intelligentControl/flow/:id': inFrame(() => import('./editor/FlowPage.tsx')),
    '/web/equipment/intelligentControl/run/:id': inFrame(() => import('./run/RunPage.tsx')),
  },
  pictures: {
    '/web/equipment/intelligentControl/index': AccountTreeOutlined,
    '/web/equipment/intelligentControl/group': LowPriorityOutlined,
    '/web/equipment/intelligentControl/device-group': HubOutlined,
    // The pages of one flow and of one run.
    '/web/equipment/intelligentControl': AccountTreeOutlined,
  },
})
