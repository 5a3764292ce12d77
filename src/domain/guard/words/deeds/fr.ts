import type { Deed } from '../words.js';

// prettier-ignore
export const deeds: readonly Deed[] = [
  {
    does: 'deletes',
    verbs: [
      'annuler', 'annulez', 'annule', 'résilier', 'suspendre', 'interrompre', 'arrêter', 'retirer', 'dénoncer', 'mettre fin à',
      'décommander', 'abandonner',
    ],
    things: [
      'rendez vous', 'rdv', 'commande', 'commandes', 'réservation', 'réservations', 'abonnement', 'contrat', 'contrats', 'assurance',
      'police', 'livraison', 'billet', 'billets', 'vol', 'vols', 'voyage', 'séjour', 'inscription', 'adhésion', 'demande', 'virement',
      'prélèvement', 'prélèvements', 'paiement', 'paiements', 'visite', 'consultation', 'cours', 'trajet', 'invitation', 'réunion',
      'événement', 'candidature', 'achat', 'offre', 'enchère', 'participation', 'bail', 'forfait', 'plan',
    ],
  },
  {
    does: 'deletes',
    verbs: ['quitter', 'quittez', 'dissoudre', 'sortir', 'archiver'],
    things: [
      'groupe', 'équipe', 'canal', 'serveur', 'conversation', 'discussion', 'espace', 'guilde', 'communauté', 'organisation', 'projet',
      'chaîne', 'dépôt', 'club', 'association', 'classe', 'famille',
    ],
  },
  {
    does: 'deletes',
    verbs: ['vider', 'purger', 'nettoyer', 'tronquer', 'réinitialiser'],
    things: [
      'table', 'tables', 'base', 'cache', 'historique', 'dossier', 'file', 'corbeille', 'données', 'journaux', 'boîte', 'index',
      'progression',
    ],
  },
  {
    does: 'deletes',
    verbs: ['restaurer', 'rétablir', 'revenir'],
    things: ['sauvegarde', 'sauvegardes', 'instantané', 'version', 'copie', 'image', 'point de restauration'],
  },
  {
    does: 'deletes',
    verbs: ['licencier', 'renvoyer', 'congédier'],
    things: ['salarié', 'employé', 'collaborateur', 'salariée', 'employée', 'personnel'],
  },
  {
    does: 'configures',
    verbs: [
      'terminer', 'détruire', 'arrêter', 'libérer', 'éteindre', 'redémarrer', 'désactiver', 'suspendre', 'mettre en pause', 'réduire',
      'redimensionner', 'migrer', 'basculer', 'mettre à jour', 'installer', 'réinstaller',
    ],
    things: [
      'instance', 'instances', 'serveur', 'serveurs', 'machine', 'conteneur', 'cluster', 'service', 'services', 'base', 'environnement',
      'volume', 'tâche', 'compte', 'système', 'nœud', 'processus', 'firmware', 'micrologiciel', 'pilote', 'application', 'site',
      'routeur',
    ],
  },
  {
    does: 'configures',
    verbs: ['désactiver', 'couper', 'suspendre', 'contourner', 'désarmer', 'activer', 'imposer', 'exiger'],
    things: [
      'pare feu', 'alarme', 'antivirus', 'double authentification', 'authentification', 'chiffrement', 'protection', 'sauvegarde',
      'sauvegardes', 'capteur', 'vérification', 'contrôle parental', 'surveillance', 'validation en deux étapes', 'journalisation',
    ],
  },
  {
    does: 'configures',
    verbs: ['ouvrir', 'déverrouiller', 'débloquer'],
    things: ['porte', 'portes', 'portail', 'garage', 'serrure', 'voiture', 'coffre', 'verrou', 'coffre fort'],
  },
  {
    does: 'configures',
    verbs: ['geler', 'bloquer', 'désactiver', 'suspendre', 'mettre en opposition', 'débloquer'],
    things: ['carte', 'cartes', 'compte', 'utilisateur', 'membre', 'contact', 'numéro'],
  },
  {
    does: 'configures',
    verbs: ['dissocier', 'oublier', 'déconnecter', 'désappairer', 'jumeler'],
    things: ['appareil', 'appareils', 'réseau', 'intégration', 'banque', 'montre'],
  },
  {
    does: 'transfers',
    verbs: ['renouveler', 'régénérer', 'désactiver', 'invalider', 'révoquer', 'faire tourner'],
    things: ['clé', 'clés', 'jeton', 'jetons', 'certificat', 'accès', 'identifiants', 'session', 'sessions'],
  },
  {
    does: 'transfers',
    verbs: ['afficher', 'révéler', 'exporter', 'copier', 'voir'],
    things: ['phrase secrète', 'phrase de récupération', 'clé privée', 'codes de secours', 'codes de récupération'],
  },
  {
    does: 'transfers',
    verbs: ['nommer', 'désigner', 'définir', 'promouvoir', 'rendre'],
    things: ['administrateur', 'admin', 'propriétaire', 'modérateur', 'administratrice'],
  },
  {
    does: 'transfers',
    verbs: ['donner', 'accorder', 'octroyer', 'partager', 'déléguer'],
    things: ['accès', 'droits', 'procuration', 'autorisation'],
  },
  {
    does: 'pays',
    verbs: ['prendre', 'fixer', 'confirmer', 'choisir', 'valider'],
    things: ['rendez vous', 'rdv', 'créneau', 'place'],
  },
  {
    does: 'pays',
    verbs: ['demander', 'commander', 'solliciter'],
    things: ['remboursement', 'avance', 'prêt', 'retrait', 'taxi', 'course', 'crédit', 'ordonnance', 'renouvellement'],
  },
  {
    does: 'pays',
    verbs: ['commencer', 'démarrer', 'essayer', 'activer', 'prolonger', 'lancer', 'débuter'],
    things: ['essai', 'gratuitement', 'abonnement', 'stationnement', 'location', 'recharge', 'période d essai'],
  },
  {
    does: 'sends',
    verbs: ['rendre', 'remettre', 'déposer', 'soumettre', 'transmettre', 'faire', 'introduire', 'adresser', 'ouvrir', 'déclarer'],
    things: [
      'devoir', 'devoirs', 'travail', 'copie', 'dossier', 'demande', 'réclamation', 'plainte', 'déclaration', 'sinistre', 'formulaire',
      'candidature', 'recours', 'litige', 'copie d examen', 'objection',
    ],
  },
  {
    does: 'agrees',
    verbs: ['approuver', 'refuser', 'rejeter', 'valider', 'accepter', 'décliner'],
    things: [
      'demande', 'demandes', 'congé', 'congés', 'note de frais', 'candidat', 'candidature', 'dépense', 'facture', 'offre', 'devis',
      'absence', 'invitation', 'proposition',
    ],
  },
  {
    does: 'harmless',
    verbs: ['effacer', 'supprimer', 'retirer', 'réinitialiser', 'enlever', 'vider'],
    things: ['filtre', 'filtres', 'comparaison', 'comparateur', 'sélection', 'recherche', 'tri', 'mise en forme', 'surlignage', 'zoom'],
  },
  {
    does: 'pays',
    verbs: ['rediriger', 'reprogrammer', 'reporter', 'refuser', 'renvoyer', 'dérouter', 'retourner'],
    things: ['colis', 'livraison', 'envoi', 'à l expéditeur', 'expéditeur'],
  },
  {
    does: 'configures',
    verbs: ['démarrer', 'arrêter', 'allumer', 'préchauffer', 'couper', 'lancer'],
    things: [
      'moteur', 'machine', 'pompe', 'four', 'chaudière', 'presse', 'convoyeur', 'ligne', 'turbine', 'vanne', 'arrosage', 'chauffage',
      'robot', 'drone', 'réacteur',
    ],
  },
  {
    does: 'deletes',
    verbs: ['revenir à', 'revenir', 'annuler', 'restaurer', 'défaire'],
    things: ['révision', 'modification', 'modifications', 'commit', 'fusion', 'cette version', 'changements'],
  },
  {
    does: 'sends',
    verbs: ['transmettre', 'déclarer', 'communiquer', 'signaler', 'saisir'],
    things: ['relevé', 'relève', 'index', 'résultats', 'résultat', 'panne', 'heures', 'absence', 'compteur'],
  },
  {
    does: 'deletes',
    verbs: ['résilier', 'couper', 'débrancher', 'interrompre'],
    things: ['électricité', 'gaz', 'eau', 'ligne', 'internet', 'fourniture', 'alimentation', 'service', 'courant'],
  },
  {
    does: 'pays',
    verbs: ['confirmer', 'bloquer', 'garantir', 'retenir'],
    things: [
      'table', 'place', 'places', 'chambre', 'présence', 'participation', 'tarif', 'prix', 'achat', 'enchère', 'retrait', 'date',
      'échange',
    ],
  },
  {
    does: 'agrees',
    verbs: ['exécuter', 'signifier', 'notarier', 'ratifier', 'authentifier', 'homologuer'],
    things: ['acte', 'document', 'contrat', 'testament', 'jugement', 'ordre', 'assignation'],
  },
  {
    does: 'transfers',
    verbs: ['porter', 'transférer', 'céder', 'libérer'],
    things: ['numéro', 'mon numéro', 'ligne', 'domaine', 'compte', 'contrat', 'bail', 'licence'],
  },
  {
    does: 'pays',
    verbs: ['jouer', 'placer', 'valider', 'miser', 'doubler'],
    things: ['grille', 'numéros', 'pari', 'mise', 'loto', 'jeu', 'ticket'],
  },
  {
    does: 'pays',
    verbs: ['devenir', 'adhérer', 'rejoindre'],
    things: ['membre', 'adhérent', 'association', 'club', 'parti', 'mécène'],
  },
  {
    does: 'transfers',
    verbs: ['ajouter', 'inviter', 'nommer', 'désigner'],
    things: [
      'comme contributeur', 'contributeur', 'collaborateur', 'membre', 'éditeur', 'comme éditeur', 'participant', 'bénéficiaire',
      'comme administrateur',
    ],
  },
  {
    does: 'configures',
    verbs: ['exécuter', 'lancer', 'appliquer', 'déclencher', 'forcer'],
    things: ['migration', 'script', 'macro', 'commande', 'pipeline', 'synchronisation', 'correctif', 'tâche planifiée'],
  },
  {
    does: 'deletes',
    verbs: ['fermer', 'clôturer', 'terminer', 'clore'],
    things: [
      'ticket', 'dossier', 'sondage', 'enchère', 'campagne', 'inscriptions', 'réunion pour tous', 'réunion', 'diffusion', 'annonce',
      'discussion',
    ],
  },
  {
    does: 'sends',
    verbs: ['lancer', 'démarrer', 'activer', 'programmer', 'promouvoir', 'booster'],
    things: ['campagne', 'annonce', 'publicité', 'sondage', 'diffusion', 'enchère', 'newsletter', 'direct', 'enregistrement'],
  },
  {
    does: 'sends',
    verbs: ['mettre', 'proposer'],
    things: ['en vente', 'aux enchères', 'en location'],
  },
  {
    does: 'configures',
    verbs: ['changer', 'modifier', 'réinitialiser', 'définir', 'ajouter'],
    things: ['code pin', 'code', 'mot de passe', 'clé d accès', 'question secrète', 'e mail de connexion', 'authentificateur'],
  },
  {
    does: 'pays',
    verbs: ['encaisser', 'débloquer', 'émettre', 'augmenter', 'partager', 'solder', 'convertir', 'soutenir', 'marquer', 'capturer'],
    things: [
      'paiement', 'remboursement', 'fonds', 'plafond', 'addition', 'note', 'devise', 'projet', 'comme payé', 'facture', 'argent',
      'découvert',
    ],
  },
  {
    does: 'harmless',
    verbs: ['désactiver', 'activer', 'couper', 'mettre', 'remettre'],
    things: ['son', 'sous titres', 'musique', 'animations', 'mode sombre', 'lecture automatique', 'volume', 'micro'],
  },
  {
    does: 'harmless',
    verbs: ['fusionner', 'scinder', 'figer', 'verrouiller', 'grouper', 'envoyer', 'déplacer'],
    things: [
      'cellules', 'ligne', 'lignes', 'colonne', 'colonnes', 'volets', 'calque', 'calques', 'arrière plan', 'vers l arrière',
      'proportions',
    ],
  },
  {
    does: 'configures',
    verbs: ['verrouiller', 'masquer', 'épingler', 'restreindre', 'museler'],
    things: ['sujet', 'fil', 'discussion', 'commentaires', 'auteur'],
  },
  {
    does: 'pays',
    verbs: ['finaliser', 'terminer', 'conclure', 'passer', 'confirmer', 'valider', 'envoyer', 'effectuer', 'autoriser'],
    things: ['commande', 'achat', 'paiement', 'réservation', 'virement', 'transaction', 'vente'],
  },
  {
    does: 'sends',
    verbs: ['déposer', 'passer', 'poster', 'publier', 'laisser', 'mettre', 'partager', 'soumettre'],
    things: [
      'annonce', 'avis', 'commentaire', 'article', 'publication', 'vidéo', 'story', 'position', 'ma position', 'offre d emploi', 'note',
    ],
  },
  {
    does: 'deletes',
    verbs: ['fermer', 'clôturer', 'supprimer', 'liquider', 'résilier', 'désactiver', 'jeter'],
    things: ['compte', 'comptes', 'profil', 'à la corbeille', 'corbeille', 'à la poubelle'],
  },
  {
    does: 'pays',
    verbs: ['passer à', 'changer de', 'activer', 'souscrire à', 'ajouter'],
    things: ['forfait', 'offre', 'abonnement', 'formule', 'option', 'roaming', 'facturation annuelle', 'premium'],
  },
  {
    does: 'transfers',
    verbs: ['donner', 'accorder', 'attribuer', 'retirer', 'modifier', 'octroyer'],
    things: ['droits', 'droits d administrateur', 'rôle', 'permissions', 'accès', 'licence', 'privilèges'],
  },
  {
    does: 'pays',
    verbs: ['demander', 'démarrer', 'initier', 'créer', 'enregistrer', 'faire', 'commencer'],
    things: ['retour', 'un retour', 'échange', 'remplacement', 'un échange'],
  },
  {
    does: 'transfers',
    verbs: ['activer', 'autoriser', 'créer', 'ouvrir', 'permettre'],
    things: ['accès public', 'lecture publique', 'lien public', 'partage', 'partage par lien', 'accès anonyme', 'accès invité'],
  },
  {
    does: 'transfers',
    verbs: ['ajouter', 'nommer', 'promouvoir', 'désigner'],
    things: [
      'cotitulaire', 'co titulaire', 'signataire', 'mandataire', 'gérant', 'responsable', 'directeur', 'manager', 'tuteur', 'héritier',
    ],
  },
];
