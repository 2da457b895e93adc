/** All texts of the page in German. */
import type { Words } from './english.js';

const files = (count: number): string => (count === 1 ? '1 Datei' : `${count} Dateien`);
const sentence = (...parts: string[]): string => `${parts.filter(Boolean).join(', ')}.`;

export const german: Words = {
  tag: 'de',
  title: 'Dateien im Browser verschlüsseln',
  subtitle: 'Nichts wird hochgeladen: Keine Datei, keine Passphrase und kein Schlüssel verlässt diese Seite.',
  notStartedTitle: 'Die Seite ist nicht gestartet',
  notStarted:
    'Sie verschlüsselt mit JavaScript und WebAssembly in diesem Browser. Bleibt dieser Text stehen, ist eines davon hier abgeschaltet oder gesperrt, oder der Browser ist zu alt: Erlauben Sie beides für diese Seite, oder nehmen Sie das Programm romulus.',
  cannotStart: 'Die Verschlüsselung kann nicht starten',
  plainHttp:
    'Diese Seite kam über eine ungeschützte Verbindung (einfaches HTTP): Jemand auf dem Weg könnte sie verändert haben, und Browser halten zurück, was sie braucht. Öffnen Sie sie unter einer Adresse, die mit https:// beginnt.',
  noWebAssembly:
    'In diesem Browser ist WebAssembly abgeschaltet, durch seine Einstellungen oder einen Schutzmodus. Erlauben Sie es für diese Seite, oder nehmen Sie einen anderen Browser oder das Programm romulus.',
  notAllowedToRun:
    "Die Website erlaubt ihrer eigenen Seite kein WebAssembly. Laden Sie die Seite neu; hilft das nicht, sagen Sie es dem Betreiber: script-src in ihrer Content-Security-Policy braucht 'wasm-unsafe-eval'.",
  notLoaded:
    'Dieser Browser konnte einen Teil der Seite nicht laden oder darf ihn nicht ausführen. Laden Sie die Seite neu; hilft das nicht, sagen Sie es dem Betreiber: Alle Dateien der Seite müssen da sein, und worker-src in ihrer Content-Security-Policy muss sie erlauben.',

  partEncrypt: 'Dateien verschlüsseln',
  partSpeed: 'Wie schnell',
  partDocuments: 'Dokumentation',
  tabs: 'Womit',
  tabFiles: 'Dateien',
  tabText: 'Text',
  tabHash: 'Prüfsumme',

  chooseFiles: 'Dateien wählen',
  chooseFolder: 'Ordner wählen',
  dropHint: 'oder Dateien, Ordner oder Text irgendwo auf diese Seite ziehen',
  dropEncrypted: 'Eine .romulus-Datei wird geöffnet, wenn Sie sie hierher ziehen.',
  files: 'Dateien',
  emptyFolder: 'In diesem Ordner ist keine Datei.',
  addedWhileWorking: 'Dateien können dazukommen, wenn die Arbeit fertig oder abgebrochen ist.',
  added: (encrypt, decrypt) =>
    sentence(
      encrypt ? `${files(encrypt)} zum Verschlüsseln` : '',
      decrypt ? `${files(decrypt)} zum Entschlüsseln` : '',
    ),
  directionOf: (name) => `Richtung für ${name}`,
  decryptIt: 'Entschlüsseln',
  encryptAgain: 'Nochmals verschlüsseln',
  remove: (name) => `${name} entfernen`,
  removed: (name) => `${name} ist aus der Liste entfernt.`,
  undo: 'Rückgängig',
  showMore: (count, left) => (count === left ? `${count} weitere zeigen` : `${count} weitere von ${left} zeigen`),
  showFewer: 'Weniger zeigen',
  archiveLegend: 'Ergebnis',
  asArchive: 'Ein verschlüsseltes Archiv (Zip)',
  asFiles: 'Jede Datei für sich',
  archiveHint: 'Ein Archiv geht mit einer Passphrase schneller und verbirgt Namen und Zahl der Dateien.',
  download: 'Herunterladen',
  downloadAgain: 'Nochmals herunterladen',
  handed: 'Dem Browser übergeben: Sehen Sie in Ihren Downloads nach',
  gettingReady: 'wird vorbereitet',
  preparing: (percent) => `Passphrase wird vorbereitet, ${percent}`,
  partOf: (done, all) => `${done} von ${all}`,
  notSaved: (why) => `Nicht gespeichert: ${why}`,

  encryptWith: 'Verschlüsseln mit',
  decryptWith: 'Entschlüsseln mit',
  generated: 'Eine neue Passphrase aus sechs Wörtern, auf dieser Seite erzeugt',
  copy: 'Kopieren',
  copied: 'Kopiert',
  print: 'Drucken',
  qrCode: 'QR-Code',
  hideQrCode: 'QR-Code verbergen',
  qrCodeOf: 'Die Passphrase als QR-Code',
  newPassphrase: 'Neu',
  useOwn: 'Eigene verwenden',
  useGenerated: 'Neue aus sechs Wörtern verwenden',
  generatedHint: 'Ohne sie kann niemand die Dateien öffnen: Bewahren Sie sie auf, bevor Sie die Seite schließen.',
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
  halfCharacter: 'Darin ist ein halbes Zeichen: Löschen Sie, was wie � aussieht, und geben Sie es neu ein.',
  strength: 'Stärke',
  strengths: ['sofort erraten', 'bald erraten', 'zu schwach für eine Datei', 'brauchbar', 'stark'],
  replacePassphrase: (count) =>
    `Nur diese Passphrase öffnet ${files(count)} der Liste. Haben Sie sie aufbewahrt? Ab jetzt eine andere verwenden?`,

  advanced: 'Erweitert',
  useKey: 'Einen Schlüssel statt einer Passphrase verwenden',
  key: 'Schlüssel',
  keyPlaceholder: '32 hexadezimale Ziffern',
  keyMissing: 'Geben Sie einen Schlüssel ein, oder laden Sie eine Schlüsseldatei.',
  keyWrong: 'Ein Schlüssel hat 32 hexadezimale Ziffern, oder er ist die Zeile einer Schlüsseldatei.',
  keyFileWrong: (name) =>
    `${name} ist keine Schlüsseldatei. Eine solche hat eine Zeile: „romulus-key-1“ und 32 Ziffern.`,
  generateKey: 'Erzeugen',
  loadKey: 'Schlüsseldatei laden',
  saveKey: 'Schlüsseldatei sichern',
  keyHint: 'Ohne ihren Schlüssel kann niemand eine Datei öffnen: Sichern Sie den Schlüssel, bevor Sie verschlüsseln.',
  keyMade: 'Ein neuer Schlüssel steht im Feld. Sichern Sie ihn.',
  keyLoaded: (name) => `Der Schlüssel aus ${name} steht im Feld.`,
  keyHanded: 'Die Schlüsseldatei ist dem Browser übergeben: Sehen Sie in Ihren Downloads nach.',
  replaceKey: 'Nur der Schlüssel im Feld öffnet Dateien und ist nicht gesichert. Ab jetzt einen anderen verwenden?',
  mode: 'Modus',
  modeN: 'Der schnellste, und sicher für Dateien',
  modeM: 'Verträgt wiederholte Nonces',
  modeT: 'Hält Messungen am Gerät stand; der langsamste',

  start: (encrypt, decrypt) => {
    if (encrypt && decrypt) return `${encrypt} verschlüsseln, ${decrypt} entschlüsseln`;
    return decrypt ? `${files(decrypt)} entschlüsseln` : `${files(encrypt)} verschlüsseln`;
  },
  waiting: (count, size) => `${files(count)}, ${size}`,
  cancel: 'Abbrechen',
  progress: 'Fortschritt',
  encrypting: 'Verschlüsseln',
  decrypting: 'Entschlüsseln',
  workingOn: 'Bearbeiten',
  packing: 'Packen',
  doing: (verb, count) => `${verb}: ${files(count)}.`,
  doingNamed: (verb, name) => `${verb}: ${name}`,
  percent: (verb, percent) => `${verb}: ${percent}`,
  pace: (speed, left) => `${speed}/s, noch ${left}`,
  filePace: (count, left) => `${files(count)} pro Minute, noch ${left}`,
  done: (encrypted, decrypted, failed) =>
    encrypted + decrypted === 0
      ? 'Keine Datei ist fertig.'
      : sentence(
          encrypted ? `${files(encrypted)} verschlüsselt` : '',
          decrypted ? `${files(decrypted)} entschlüsselt` : '',
          failed ? `${failed} nicht` : '',
        ),
  cancelled: 'Abgebrochen. Keine unfertige Datei wurde gespeichert.',
  resultsRemain: 'Abgebrochen. Die Ergebnisse lassen sich weiterhin herunterladen.',
  keepTitle: 'Passphrase aufbewahren',
  keepKeyTitle: 'Schlüssel aufbewahren',
  getTitle: 'Dateien holen',
  getSummary: (count, size) => `${files(count)} fertig, ${size}`,
  reminder: 'Wer diese Dateien öffnet, braucht diese Passphrase:',
  reminderKey: 'Wer diese Dateien öffnet, braucht diesen Schlüssel:',
  reminderOwn: 'Ihre eigene Passphrase oder Ihr Schlüssel öffnet:',
  opens: 'Sie öffnet:',
  andMore: (count) => `und ${count} weitere`,
  encryptedText: 'den verschlüsselten Text',
  downloadAll: 'Alle herunterladen (Zip)',
  startOver: 'Von vorn',
  loss: {
    results: 'Ein Ergebnis ist nicht heruntergeladen.',
    handed: 'Ergebnisse wurden dem Browser übergeben: Prüfen Sie, ob sie bei Ihren Downloads sind.',
    secrets: 'Eine Passphrase oder ein Schlüssel von dieser Seite ist nicht aufbewahrt.',
    text: 'Der verschlüsselte Text ist nicht kopiert.',
  },
  startOverQuestion: 'Niemand kann es danach wiederfinden. Von vorn beginnen?',
  allHanded: (count, name) => `${files(count)} dem Browser übergeben, in ${name}: Sehen Sie in Ihren Downloads nach.`,

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
  hashing: 'Prüfsumme',
  hashDone: (name) => `Die Prüfsumme von ${name} ist da.`,
  hashMatches: 'Sie stimmt: Von dieser Datei ist die Prüfsumme.',
  hashDiffers: 'Sie stimmt nicht: Es ist eine andere Datei, oder sie wurde verändert.',
  hashCopied: 'Die Prüfsumme ist kopiert.',

  language: 'Sprache',
  footerFormat: 'Format',
  footerLimits: 'Was sie kann und was nicht',
  footerSource: 'Quelltext',
  offline: 'Funktioniert ab jetzt ohne Netz',
  about: 'Über diese Seite',
  programToo: 'Das Programm romulus liest und schreibt dieselben Dateien.',
  limits:
    'Wer diese Seite ändern kann, kann ändern, was sie tut: Sie vertrauen dem Server, sooft er eine neue Fassung schickt. Namen, Längen und Zahl der Dateien sind nicht verborgen; ein Archiv verbirgt alles bis auf seine eigene Länge. Dateien mit Zusatzdaten öffnet die Seite nicht.',
  version: 'Fassung',
  pageHash: 'Prüfsumme dieser Seite',

  damaged: 'Die Datei ist beschädigt: Sie wurde verändert oder abgeschnitten. Kein Teil davon wurde gespeichert.',
  wrongPassphrase:
    'Diese Passphrase öffnet die Datei nicht, oder die ersten Bytes sind beschädigt, oder sie hat Zusatzdaten.',
  wrongKey: 'Dieser Schlüssel öffnet die Datei nicht, oder die ersten Bytes sind beschädigt, oder sie hat Zusatzdaten.',
  workerEnded: 'Der Browser hat die Arbeit beendet, vielleicht aus Mangel an Speicher. Versuchen Sie es noch einmal.',
  tooLittleMemory: (size) =>
    `Eine Passphrase braucht ${size} Speicher. Schließen Sie andere Seiten, oder nehmen Sie einen Schlüssel.`,
  fileChanged:
    'Die Datei lässt sich nicht lesen. Sie wurde inzwischen verändert oder entfernt, oder sie ist ein Ordner.',
  noSpace:
    'Der Platz reicht nicht. Schaffen Sie welchen, oder entfernen Sie Ergebnisse, und versuchen Sie es noch einmal.',
  storageLost: 'Der Browser hat gelöscht, was diese Seite abgelegt hatte. Versuchen Sie es noch einmal.',
  notAllowed: 'Der Browser erlaubt dieser Seite nicht, das Ergebnis zu speichern.',
  wentWrong: (kind) =>
    `Etwas ging schief, wofür diese Seite keine Worte hat (${kind}). Versuchen Sie es noch einmal; hilft das nicht, nehmen Sie einen anderen Browser oder das Programm romulus.`,
  resultGone: 'Der Browser hat dieses Ergebnis mit den Daten der Seite gelöscht. Erzeugen Sie es neu.',
  notSealed: 'Das ist keine verschlüsselte Datei, oder nur der Anfang einer solchen.',
  needsKey: 'Diese Datei öffnet ein Schlüssel, keine Passphrase.',
  needsPassphrase: 'Diese Datei öffnet eine Passphrase, kein Schlüssel.',
  tooMuchMemory: (needed, most) =>
    `Ihre Passphrase braucht ${needed} Speicher, mehr als diese Seite nimmt (${most}). Wenn Sie der Datei trauen, entschlüsseln Sie sie mit dem Programm romulus.`,
  draftVersion: 'Diese Seite kann Version 1 des Formats nicht lesen, einen Entwurf, der nie veröffentlicht wurde.',
  otherVersion: (version) =>
    `Diese Seite kann Version ${version} des Formats nicht lesen. Ein neueres Programm liest sie.`,
  newerFile: 'Die Datei stammt von einem neueren Programm als diese Seite, oder ihre ersten Bytes sind beschädigt.',
  armorDamaged:
    'Der verschlüsselte Text ist nicht ganz, oder es steht anderer Text darin: Er beginnt mit „-----BEGIN ROMULUS FILE-----“ und endet mit „-----END ROMULUS FILE-----“.',
  armorTooLong: 'Der Text ist zu lang für diese Seite: Entschlüsseln Sie ihn mit dem Programm romulus.',
};
