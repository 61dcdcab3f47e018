import { screens } from './transfer.ts'

export default screens.AddPage
