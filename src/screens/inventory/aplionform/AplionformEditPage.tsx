import { screens } from './aplionform.ts'

export default screens.EditPage
