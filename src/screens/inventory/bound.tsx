import AssessmentOutlined from '@mui/icons-material/AssessmentOutlined'
import BusinessOutlined from '@mui/icons-material/BusinessOutlined'
import CategoryOutlined from '@mui/icons-material/CategoryOutlined'
import CompostOutlined from '@mui/icons-material/CompostOutlined'
import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined'
import InputOutlined from '@mui/icons-material/InputOutlined'
import Inventory2Outlined from '@mui/icons-material/Inventory2Outlined'
import OutputOutlined from '@mui/icons-material/OutputOutlined'
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined'
import StorefrontOutlined from '@mui/icons-material/StorefrontOutlined'
import StraightenOutlined from '@mui/icons-material/StraightenOutlined'
import TuneOutlined from '@mui/icons-material/TuneOutlined'
import VerifiedOutlined from '@mui/icons-material/VerifiedOutlined'
import WarehouseOutlined from '@mui/icons-material/WarehouseOutlined'
import { bindArea, inFrame } from '#src/frame/bindArea.tsx'
import type words from '#locales/zh-CN/inventory'

declare module '#src/i18n/words.ts' {
  interface Words {
    inventory: typeof words
  }
}

export const inventory = bindArea({
  screens: {
    '/inventory': { at: 'entry' },
    '/inventory/prment/aplionform': inFrame(() => import('./aplionform/AplionformPage.tsx')),
    '/inventory/prment/aplionform/add': inFrame(() => import('./aplionform/AplionformAddPage.tsx')),
    '/inventory/prment/aplionform/edit/:id': inFrame(() => import('./aplionform/AplionformEditPage.tsx')),
    '/inventory/prment/aplionform/info/:id': inFrame(() => import('./aplionform/AplionformInfoPage.tsx')),
    '/inventory/prment/shipment': inFrame(() => import('./shipment/ShipmentPage.tsx')),
    '/inventory/prment/shipment/add': inFrame(() => import('./shipment/ShipmentAddPage.tsx')),
    '/inventory/prment/shipment/edit/:id': inFrame(() => import('./shipment/ShipmentEditPage.tsx')),
    '/inventory/prment/shipment/info/:id': inFrame(() => import('./shipment/ShipmentInfoPage.tsx')),
    '/inventory/prment/warehousing': inFrame(() => import('./warehousing/WarehousingPage.tsx')),
    '/inventory/prment/warehousing/add': inFrame(() => import('./warehousing/WarehousingAddPage.tsx')),
    '/inventory/prment/warehousing/edit/:id': inFrame(() => import('./warehousing/WarehousingEditPage.tsx')),
    '/inventory/prment/warehousing/info/:id': inFrame(() => import('./warehousing/WarehousingInfoPage.tsx')),
    '/inventory/prment/warehousing/convert_purchase/:id': inFrame(() => import('./warehousing/ConvertPurchasePage.tsx')),
    '/inventory/prment/transfer': inFrame(() => import('./transfer/TransferPage.tsx')),
    '/inventory/prment/transfer/add': inFrame(() => import('./transfer/TransferAddPage.tsx')),
    '/inventory/prment/transfer/edit/:id': inFrame(() => import('./transfer/TransferEditPage.tsx')),
    '/inventory/prment/transfer/info/:id': inFrame(() => import('./transfer/TransferInfoPage.tsx')),
    '/inventory/prment/return': inFrame(() => import('./return/ReturnPage.tsx')),
    '/inventory/prment/return/add': inFrame(() => import('./return/ReturnAddPage.tsx')),
    '/inventory/prment/return/edit/:id': inFrame(() => import('./return/ReturnEditPage.tsx')),
    '/inventory/prment/return/info/:id': inFrame(() => import('./return/ReturnInfoPage.tsx')),
    '/inventory/prment/inventory_form': inFrame(() => import('./inventoryForm/InventoryFormPage.tsx')),
    '/inventory/prment/inventory_form/add': inFrame(() => import('./inventoryForm/InventoryFormAddPage.tsx')),
    '/inventory/prment/inventory_form/edit/:id': inFrame(() => import('./inventoryForm/InventoryFormEditPage.tsx')),
    '/inventory/prment/inventory_form/info/:id': inFrame(() => import('./inventoryForm/InventoryFormInfoPage.tsx')),
    '/inventory/prment/transfer/convert/:id': inFrame(() => import('./transfer/ConvertApplicationPage.tsx')),
    '/inventory/prment/shipment/convert/:id': inFrame(() => import('./shipment/ConvertTransferPage.tsx')),
    '/inventory/prment/shipment/return/:id': inFrame(() => import('./return/ReturnShipmentPage.tsx')),
    '/inventory/prment/warehousing/convert_shipment/:id': inFrame(() => import('./warehousing/ConvertShipmentPage.tsx')),
    '/inventory/prment/return/convert/:id': inFrame(() => import('./return/ReturnReceiptPage.tsx')),
    '/inventory/prment/inventory_form/resubmit/:id': inFrame(() => import('./inventoryForm/InventoryFormEditPage.tsx')),
    '/inventory/prment/inventory_form/convert/:id': inFrame(() => import('./inventoryForm/SettlePage.tsx')),
    '/inventory/prment/stock': inFrame(() => import('./stock/StockPage.tsx')),
    '/inventory/prment/report': inFrame(() => import('./report/ReportPage.tsx')),
    '/inventory/base/unit': inFrame(() => import('./base/UnitPage.tsx')),
    '/inventory/base/bill': inFrame(() => import('./base/BillTypePage.tsx')),
    '/inventory/base/standard': inFrame(() => import('./base/StandardPage.tsx')),
    '/inventory/base/product': inFrame(() => import('./base/ProductPage.tsx')),
    '/inventory/base/product/add': inFrame(() => import('./base/GeneralProductPage.tsx')),
    '/inventory/base/product/edit/:id': inFrame(() => import('./base/GeneralProductPage.tsx')),
    '/inventory/base/product/agricultural/add': inFrame(() => import('./base/AgriculturalProductPage.tsx')),
    '/inventory/base/product/agricultural/edit/:id': inFrame(() => import('./base/AgriculturalProductPage.tsx')),
    '/inventory/base/store': inFrame(() => import('./base/StorePage.tsx')),
    '/inventory/base/shops': inFrame(() => import('./base/ShopPage.tsx')),
    '/inventory/base/shops/add': inFrame(() => import('./base/ShopFormPage.tsx')),
    '/inventory/base/shops/edit/:id': inFrame(() => import('./base/ShopFormPage.tsx')),
    '/inventory/base/businesses': inFrame(() => import('./base/PartnerPage.tsx')),
    '/inventory/base/businesses/add': inFrame(() => import('./base/PartnerFormPage.tsx')),
    '/inventory/base/businesses/edit/:id': inFrame(() => import('./base/PartnerFormPage.tsx')),
    '/inventory/config/option': inFrame(() => import('./config/OptionPage.tsx')),
    '/web/farm/agricultural/agricultural-manage': inFrame(() => import('./materials/MaterialPage.tsx')),
    '/web/farm/agricultural/agricultural-manage/add': inFrame(() => import('./materials/MaterialFormPage.tsx')),
    '/web/farm/agricultural/agricultural-manage/edit/:id': inFrame(() => import('./materials/MaterialFormPage.tsx')),
    '/web/farm/agricultural/agricultural-inventory': inFrame(() => import('./materials/MaterialStockPage.tsx')),
    '/web/farm/agricultural/agricultural-inventory/record/:id': inFrame(() => import('./materials/MaterialRecordPage.tsx')),
    '/web/farm/agricultural/agricultural-warehousing': inFrame(() => import('./materials/MaterialWarehousingPage.tsx')),
    '/web/farm/agricultural/agricultural-warehousing/add': inFrame(() => import('./materials/MaterialWarehousingAddPage.tsx')),
    '/web/farm/agricultural/agricultural-warehousing/edit/:id': inFrame(() => import('./materials/MaterialWarehousingEditPage.tsx')),
    '/web/farm/agricultural/agricultural-warehousing/info/:id': inFrame(() => import('./materials/MaterialWarehousingInfoPage.tsx')),
    '/web/farm/agricultural/agricultural-shipment': inFrame(() => import('./materials/MaterialShipmentPage.tsx')),
    '/web/farm/agricultural/agricultural-shipment/add': inFrame(() => import('./materials/MaterialShipmentAddPage.tsx')),
    '/web/farm/agricultural/agricultural-shipment/edit/:id': inFrame(() => import('./materials/MaterialShipmentEditPage.tsx')),
    '/web/farm/agricultural/agricultural-shipment/info/:id': inFrame(() => import('./materials/MaterialShipmentInfoPage.tsx')),
    '/system/storeManager': inFrame(() => import('./base/StorePage.tsx')),
  },
  pictures: {
    '/inventory/prment/stock': Inventory2Outlined,
    '/inventory/prment/report': AssessmentOutlined,
    '/inventory/prment': ReceiptLongOutlined,
    '/inventory/base/unit': StraightenOutlined,
    '/inventory/base/bill': DescriptionOutlined,
    '/inventory/base/standard': VerifiedOutlined,
    '/inventory/base/product': CategoryOutlined,
    '/inventory/base/store': WarehouseOutlined,
    '/inventory/base/shops': StorefrontOutlined,
    '/inventory/base/businesses': BusinessOutlined,
    '/inventory/config/option': TuneOutlined,
    '/web/farm/agricultural/agricultural-manage': CompostOutlined,
    '/web/farm/agricultural/agricultural-inventory': Inventory2Outlined,
    '/web/farm/agricultural/agricultural-warehousing': InputOutlined,
    '/web/farm/agricultural/agricultural-shipment': OutputOutlined,
    '/system/storeManager': WarehouseOutlined,
  },
})
