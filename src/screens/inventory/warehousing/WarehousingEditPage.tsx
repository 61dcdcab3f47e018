import { screens } from './warehousing.ts'

export default screens.EditPage
