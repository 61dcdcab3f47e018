import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined'
import { bindArea, inFrame } from '#src/frame/bindArea.tsx'
import type words from '#locales/zh-CN/inventory'

declare module '#src/i18n/words.ts' {
  interface Words {
    inventory: typeof words
  }
}

export const inventory = bindArea({
  screens: {
    '/inventory/prment/aplionform': inFrame(() => import('./aplionform/AplionformPage.tsx')),
    '/inventory/prment/aplionform/add': inFrame(() => import('./aplionform/AplionformAddPage.tsx')),
    '/inventory/prment/aplionform/edit/:id': inFrame(() => import('./aplionform/AplionformEditPage.tsx')),
    '/inventory/prment/aplionform/info/:id': inFrame(() => import('./aplionform/AplionformInfoPage.tsx')),
  },
  pictures: {
    '/inventory/prment': ReceiptLongOutlined,
  },
})
