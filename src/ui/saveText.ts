import { saveBlob } from './saveBlob.ts'

/** Saves a text as a file of the reader. */
export const saveText = (fileName: string, text: string, type: string): void =>
  saveBlob(fileName, new Blob([text], { type: `${type};charset=utf-8` }))
