/** All texts of the page in German. */
import type { Words } from './english.js';

const files = (count: number): string => (count === 1 ? '1 Datei' : `${count} Dateien`);
const causes =
  'die Datei wurde mit Zusatzdaten verschlüsselt (die öffnet nur das Programm romulus), oder ihre ersten Bytes sind beschädigt.';
const damaged =
  'Die Datei ist beschädigt: Sie wurde nach dem Verschlüsseln verändert oder abgeschnitten. Kein Teil davon wurde gespeichert.';

export const german: Words = {
  title: 'Dateien im Browser verschlüsseln',
  subtitle: 'Nichts wird hochgeladen: Keine Datei, keine Passphrase und kein Schlüssel verlässt diese Seite.',
  notStartedTitle: 'Die Seite ist nicht gestartet',
  notStarted:
    'Sie verschlüsselt mit JavaScript und WebAssembly in diesem Browser. Bleibt dieser Text stehen, ist eines davon hier abgeschaltet oder gesperrt, oder der Browser ist zu alt: Erlauben Sie beides für diese Seite, oder nehmen Sie das Programm romulus.',
  cannotStart: 'Die Verschlüsselung kann nicht starten',
  plainHttp:
    'Diese Seite kam über eine ungeschützte Verbindung (einfaches HTTP): Jemand auf dem Weg könnte sie verändert haben, und Browser halten zurück, was sie braucht. Öffnen Sie sie unter einer Adresse, die mit https:// beginnt.',
  noWebAssembly:
    'In diesem Browser ist WebAssembly abgeschaltet, das die Verschlüsselung braucht: durch seine Einstellungen oder einen Schutzmodus. Erlauben Sie es für diese Seite, oder nehmen Sie einen anderen Browser oder das Programm romulus.',
  notLoaded: (hint) =>
    `Dieser Browser konnte sie nicht laden oder darf sie nicht ausführen. Laden Sie die Seite neu; hilft das nicht, sagen Sie es dem Betreiber der Seite: ${hint}.`,

  tabs: 'Womit',
  tabFiles: 'Dateien',
  tabText: 'Text',
  tabHash: 'Prüfsumme',

  drop: 'Dateien wählen',
  dropMore: 'Weitere Dateien wählen',
  dropHint: 'oder Dateien, Ordner oder Text irgendwo auf diese Seite ziehen',
  chooseFolder: 'Ordner wählen',
  files: 'Dateien',
  emptyFolder: 'In diesem Ordner ist keine Datei.',
  addedWhileWorking: 'Dateien können dazukommen, wenn die Arbeit fertig oder abgebrochen ist.',
  added: (encrypt, decrypt) =>
    [encrypt > 0 ? `${files(encrypt)} zum Verschlüsseln` : '', decrypt > 0 ? `${files(decrypt)} zum Entschlüsseln` : '']
      .filter(Boolean)
      .join(', ')
      .concat('.'),
  encryptIt: 'Verschlüsseln',
  decryptIt: 'Entschlüsseln',
  encryptInstead: (name) => `${name} noch einmal verschlüsseln, statt zu entschlüsseln`,
  decryptInstead: (name) => `${name} doch entschlüsseln`,
  remove: (name) => `${name} entfernen`,
  download: 'Herunterladen',
  downloaded: 'Heruntergeladen',
  downloadNamed: (name) => `${name} herunterladen`,
  gettingReady: 'wird vorbereitet',
  preparing: (percent) => `Passphrase wird vorbereitet, ${percent}`,
  partOf: (done, all) => `${done} von ${all}`,
  savedAs: (name) => `Gespeichert als ${name}`,
  notSaved: (why) => `Nicht gespeichert: ${why}`,

  lockWith: 'Verschließen mit',
  unlockWith: 'Öffnen mit',
  generated: 'Eine neue Passphrase aus sechs Wörtern, auf dieser Seite erzeugt',
  copy: 'Kopieren',
  copied: 'Kopiert',
  newPassphrase: 'Neu',
  useOwn: 'Eigene verwenden',
  useGenerated: 'Neue aus sechs Wörtern verwenden',
  generatedHint:
    'Ohne sie kann niemand die Dateien öffnen oder sie wiederfinden: Bewahren Sie sie auf, bevor Sie die Seite schließen.',
  passphraseCopied: 'Die Passphrase ist kopiert. Bewahren Sie sie dort auf, wo nur Sie sie lesen können.',
  copyRefused: 'Der Browser erlaubt das Kopieren hier nicht: Markieren Sie den Text und kopieren Sie ihn von Hand.',
  ownPassphrase: 'Ihre Passphrase',
  again: 'Noch einmal',
  ownHint: 'Fünf oder sechs zufällige Wörter lassen sich nicht erraten; eine vergessene findet niemand wieder.',
  passphrase: 'Passphrase',
  show: 'Zeigen',
  hide: 'Verbergen',
  showPassphrase: 'Passphrase zeigen',
  hidePassphrase: 'Passphrase verbergen',
  typePassphrase: 'Geben Sie eine Passphrase ein.',
  passphrasesDiffer: 'Die Passphrasen sind verschieden.',
  strength: 'Stärke',
  strengths: ['sofort erraten', 'bald erraten', 'zu schwach für eine Datei', 'brauchbar', 'stark'],
  replacePassphrase:
    'Mit dieser Passphrase wurden Dateien verschlüsselt, und Sie haben sie nicht kopiert. Ohne sie kann niemand die Dateien öffnen. Trotzdem ersetzen?',

  advanced: 'Erweitert',
  useKey: 'Einen Schlüssel statt einer Passphrase verwenden',
  key: 'Schlüssel',
  keyPlaceholder: '32 hexadezimale Ziffern',
  keyMissing: 'Geben Sie einen Schlüssel ein, oder laden Sie eine Schlüsseldatei.',
  keyWrong: 'Ein Schlüssel hat 32 hexadezimale Ziffern, oder er ist die Zeile einer Schlüsseldatei.',
  keyFileWrong: (name) =>
    `${name} ist keine Schlüsseldatei. Eine Schlüsseldatei hat eine Zeile: „romulus-key-1“ und 32 Ziffern.`,
  generateKey: 'Erzeugen',
  loadKey: 'Schlüsseldatei laden',
  saveKey: 'Schlüsseldatei sichern',
  keyHint: 'Ohne ihren Schlüssel kann niemand eine Datei öffnen: Sichern Sie den Schlüssel, bevor Sie verschlüsseln.',
  keyMade: 'Ein neuer Schlüssel steht im Feld. Sichern Sie ihn.',
  keyLoaded: (name) => `Der Schlüssel aus ${name} steht im Feld.`,
  keySaved: 'Die Schlüsseldatei ist bei Ihren Downloads. Bewahren Sie sie dort auf, wo nur Sie sie lesen können.',
  replaceKey:
    'Mit dem Schlüssel im Feld wurden Dateien verschlüsselt, und er ist nicht gesichert. Ohne ihn kann niemand die Dateien öffnen. Trotzdem ersetzen?',
  mode: 'Modus',
  modeN: 'Der schnellste, und sicher für Dateien',
  modeM: 'Verträgt wiederholte Nonces',
  modeT: 'Hält Messungen am Gerät stand; der langsamste',

  start: (encrypt, decrypt) => {
    if (encrypt === 0 && decrypt === 0) return 'Verschlüsseln';
    if (decrypt === 0) return `${files(encrypt)} verschlüsseln`;
    if (encrypt === 0) return `${files(decrypt)} entschlüsseln`;
    return `${encrypt} verschlüsseln, ${decrypt} entschlüsseln`;
  },
  waiting: (count, size) => `${files(count)}, ${size}`,
  cancel: 'Abbrechen',
  progress: 'Fortschritt',
  encrypting: 'Verschlüsseln',
  decrypting: 'Entschlüsseln',
  workingOn: 'Bearbeiten',
  packing: 'Packen',
  saving: 'Speichern',
  doing: (verb, count) => `${verb}: ${files(count)}.`,
  doingNamed: (verb, name) => `${verb}: ${name}`,
  percent: (verb, percent) => `${verb}: ${percent}`,
  pace: (speed, left) => `${speed}/s, noch ${left}`,
  seconds: (count) => (count === 1 ? '1 Sekunde' : `${count} Sekunden`),
  minutes: (count) => (count === 1 ? '1 Minute' : `${count} Minuten`),
  done: (encrypted, decrypted, failed) => {
    const parts = [
      encrypted > 0 ? `${files(encrypted)} verschlüsselt` : '',
      decrypted > 0 ? `${files(decrypted)} entschlüsselt` : '',
    ].filter(Boolean);
    return `${parts.join(', ')}${failed > 0 ? `, ${failed} nicht` : ''}.`;
  },
  noneDone: (isEncryption) => `Keine Datei wurde ${isEncryption ? 'verschlüsselt' : 'entschlüsselt'}.`,
  cancelled: 'Abgebrochen. Keine unfertige Datei wurde gespeichert.',
  resultsRemain: 'Abgebrochen. Die Ergebnisse lassen sich weiterhin herunterladen.',
  doneTitle: (count, size) => `${files(count)} fertig, ${size}`,
  reminder: 'Wer öffnet, was Sie verschlüsselt haben, braucht diese Passphrase:',
  reminderKey: 'Wer öffnet, was Sie verschlüsselt haben, braucht den Schlüssel, der noch nicht gesichert ist.',
  downloadAll: 'Alle herunterladen (Zip)',
  saveToFolder: 'In Ordner speichern',
  share: 'Teilen',
  startOver: 'Von vorn',
  startOverQuestion:
    'Ein Ergebnis, eine Passphrase oder ein Schlüssel ist noch nicht gesichert und danach für immer weg. Trotzdem von vorn?',
  inDownloads: (count, name) => `${files(count)} sind bei Ihren Downloads, in ${name}.`,
  shared: (count) => `${files(count)} geteilt.`,
  notShared: 'Nichts wurde geteilt. Die Ergebnisse lassen sich weiterhin herunterladen.',
  noFolder: 'Kein Ordner wurde gewählt. Die Ergebnisse lassen sich weiterhin herunterladen.',
  savedIn: (count, folder) => `${files(count)} im Ordner ${folder} gespeichert.`,
  noneSaved: 'Keine Datei wurde gespeichert.',
  stillThere: (count) => `Noch herunterzuladen: ${files(count)}.`,

  text: 'Ihr Text, oder ein verschlüsselter Text zum Öffnen',
  textMissing: 'Geben Sie zuerst einen Text ein.',
  textStart: (isEncryption) => (isEncryption ? 'Text verschlüsseln' : 'Text entschlüsseln'),
  textResult: (isEncryption) => (isEncryption ? 'Der verschlüsselte Text, für Mail oder Chat' : 'Der Text'),
  textDone: (isEncryption) => (isEncryption ? 'Der Text ist verschlüsselt.' : 'Der Text ist entschlüsselt.'),
  textFailed: (why) => `Nicht gelungen: ${why}`,
  textCopied: 'Der Text ist kopiert.',
  textNotUtf8:
    'Was verschlüsselt wurde, ist kein Text. Speichern Sie den verschlüsselten Text als Datei, und öffnen Sie sie unter Dateien.',
  textPasted: 'Der eingefügte Text steht hier.',

  hashFile: 'Datei zum Prüfen wählen',
  hashExpected: 'Erwartete Prüfsumme, falls bekannt (64 hexadezimale Ziffern)',
  hashWrong: 'Eine Prüfsumme hat 64 hexadezimale Ziffern.',
  hashResult: 'Prüfsumme mit Romulus-H',
  hashing: (name, percent) => `${name} wird gelesen: ${percent}`,
  hashDone: (name) => `Die Prüfsumme von ${name} ist da.`,
  hashMatches: 'Sie stimmt: Von dieser Datei ist die Prüfsumme.',
  hashDiffers: 'Sie stimmt nicht: Es ist eine andere Datei, oder sie wurde verändert.',
  hashCopied: 'Die Prüfsumme ist kopiert.',

  footerLanguage: 'Sprache',
  footerFormat: 'Format',
  footerLimits: 'Was sie kann und was nicht',
  footerSource: 'Quelltext',
  footerHash: 'Seite',
  offline: 'Funktioniert ab jetzt ohne Netz',
  install: 'Als App installieren',
  programToo: 'Das Programm romulus liest und schreibt dieselben Dateien.',
  limitsTitle: 'Grenzen',
  limits:
    'Wer diese Seite ändern kann, kann ändern, was sie tut: Sie vertrauen dem Server, sooft er eine neue Fassung schickt. Namen, Längen und die Zahl der Dateien sind nicht verborgen. Dateien mit Zusatzdaten öffnet die Seite nicht.',

  damaged,
  wrongPassphrase: `Die Passphrase ist falsch, oder ${causes}`,
  wrongKey: `Mit diesem Schlüssel wurde die Datei nicht verschlüsselt, oder ${causes}`,
  workerEnded: 'Der Browser hat die Arbeit beendet, vielleicht aus Mangel an Speicher. Versuchen Sie es noch einmal.',
  tooLittleMemory: (size) =>
    `Der Speicher reicht nicht: Eine Passphrase braucht ${size}. Schließen Sie andere Seiten, oder nehmen Sie einen Schlüssel.`,
  cannotBeRead: (why) => `Die Datei lässt sich nicht lesen: ${why}.`,
  fileChanged:
    'Die Datei lässt sich nicht lesen. Sie wurde seit der Auswahl verändert oder entfernt, oder sie ist ein Ordner.',
  noSpace:
    'Der Platz reicht nicht für das Ergebnis. Schaffen Sie Platz, oder entfernen Sie Ergebnisse aus der Liste, und versuchen Sie es noch einmal.',
  notAllowed: 'Die Seite darf das Ergebnis dort nicht speichern.',
  wentWrong: (why) => `Etwas ging schief: ${why}.`,
  resultGone: 'Der Browser hat dieses Ergebnis mit den Daten der Seite gelöscht. Erzeugen Sie es neu.',
  nameNotAllowed: 'Der Browser erlaubt in einem Ordner keine Datei mit diesem Namen.',
  notSealed: 'Das ist keine verschlüsselte Datei, oder nur der Anfang einer solchen.',
  needsKey: 'Diese Datei öffnet ein Schlüssel, keine Passphrase.',
  needsPassphrase: 'Diese Datei öffnet eine Passphrase, kein Schlüssel.',
  tooMuchMemory: (needed, most) =>
    `Ihre Passphrase braucht ${needed} Speicher, mehr als diese Seite nimmt (${most}). Wenn Sie der Datei trauen, entschlüsseln Sie sie mit dem Programm romulus.`,
  otherVersion: (why) => `Diese Seite kann die Datei nicht lesen: ${why}.`,
  newerFile: 'Die Datei stammt von einem neueren Programm als diese Seite, oder ihre ersten Bytes sind beschädigt.',
  armorDamaged:
    'Der verschlüsselte Text ist nicht ganz, oder es steht anderer Text darin: Er beginnt mit „-----BEGIN ROMULUS FILE-----“ und endet mit „-----END ROMULUS FILE-----“.',
  armorTooLong: 'Der Text ist zu lang für diese Seite: Entschlüsseln Sie ihn mit dem Programm romulus.',
};
