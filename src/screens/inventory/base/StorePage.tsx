import { store } from '#contract/inventory/store'
import { crudScreen } from '#src/crud/crudScreen.tsx'
import { OpeningStock } from './OpeningStock.tsx'
import { StockLimits } from './StockLimits.tsx'

export default crudScreen(store, {
  everyBase: true,
  columns: ['name', 'warehouseCode', 'areaId', 'managerName', 'managerPhone', 'negativeFlag', 'enabledFlag', 'address'],
  filters: ['enabledFlag'],
  form: [['name', 'warehouseCode'], ['areaId', 'address'], ['managerName', 'managerPhone'], ['remark'], ['negativeFlag', 'enabledFlag']],
  beside: ({ record }) => (
    <>
      <OpeningStock storeId={record.storeId} name={record.name} />
      <StockLimits storeId={record.storeId} />
    </>
  ),
})
