import { screens } from './return.ts'

export default screens.AddPage
