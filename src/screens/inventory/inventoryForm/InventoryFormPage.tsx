import { screens } from './inventoryForm.ts'

export default screens.ListPage
