type Pressed = Readonly<{ key: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean; altKey: boolean; target: EventTarget }>

/** The step that a press of keys asks for (Ctrl or Command with Z, Shift+Z, Y); null of any other. An input that is typed in undoes by itself. */
export function stepOf({ key, ctrlKey, metaKey, shiftKey, altKey, target }: Pressed): 'edit.undo' | 'edit.redo' | null {
  if (ctrlKey === metaKey || altKey) return null
  if (target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== 'range')) return null
  const letter = key.toLowerCase()
  if (letter === 'y' && !shiftKey) return 'edit.redo'
  return letter === 'z' ? (shiftKey ? 'edit.redo' : 'edit.undo') : null
}
