import AgricultureOutlined from '@mui/icons-material/AgricultureOutlined'
import AssignmentIndOutlined from '@mui/icons-material/AssignmentIndOutlined'
import AssignmentOutlined from '@mui/icons-material/AssignmentOutlined'
import EnergySavingsLeafOutlined from '@mui/icons-material/EnergySavingsLeafOutlined'
import EditNoteOutlined from '@mui/icons-material/EditNoteOutlined'
import EventNoteOutlined from '@mui/icons-material/EventNoteOutlined'
import Inventory2Outlined from '@mui/icons-material/Inventory2Outlined'
import LandscapeOutlined from '@mui/icons-material/LandscapeOutlined'
import MenuBookOutlined from '@mui/icons-material/MenuBookOutlined'
import PeopleOutlined from '@mui/icons-material/PeopleOutlined'
import SpaOutlined from '@mui/icons-material/SpaOutlined'
import { bindArea, inFrame } from '#src/frame/bindArea.tsx'
import type words from '#locales/zh-CN/farm'

declare module '#src/i18n/words.ts' {
  interface Words {
    farm: typeof words
  }
}

export const farm = bindArea({
  screens: {
    '/web/farm/base': inFrame(() => import('./BasePage.tsx')),
    '/web/farm/land': inFrame(() => import('./LandPage.tsx')),
    '/web/farm/batch': inFrame(() => import('./BatchPage.tsx')),
    '/web/farm/worker': inFrame(() => import('./WorkerPage.tsx')),
    '/web/farm/task': inFrame(() => import('./tasks/MyTasksPage.tsx')),
    '/web/farm/taskManger': inFrame(() => import('./tasks/TaskManagePage.tsx')),
    '/web/farm/seed': inFrame(() => import('./SeedPage.tsx')),
    '/seed': { at: 'document' },
    '/web/farm/activity': inFrame(() => import('./ActivityPage.tsx')),
    '/web/farm/log': inFrame(() => import('./log/LogPage.tsx')),
    '/web/farm/planPackage': inFrame(() => import('./plans/PlanPackagePage.tsx')),
    '/web/farm/plan': inFrame(() => import('./plans/PlanPage.tsx')),
    '/web/farm/plan/info/:id': inFrame(() => import('./plans/PlanInfoPage.tsx')),
    '/system/basemanage': inFrame(() => import('./BasePage.tsx')),
  },
  pictures: {
    '/web/farm/base': AgricultureOutlined,
    '/web/farm/land': LandscapeOutlined,
    '/web/farm/batch': SpaOutlined,
    '/web/farm/worker': PeopleOutlined,
    '/web/farm/task': AssignmentIndOutlined,
    '/web/farm/taskManger': AssignmentOutlined,
    '/web/farm/seed': EnergySavingsLeafOutlined,
    '/web/farm/activity': EditNoteOutlined,
    '/web/farm/log': MenuBookOutlined,
    '/web/farm/planPackage': Inventory2Outlined,
    '/web/farm/plan': EventNoteOutlined,
    '/system/basemanage': AgricultureOutlined,
  },
})
