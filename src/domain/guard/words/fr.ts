import type { Words } from './words.js';

// prettier-ignore
export const fr: Words = {
  deletes: [
    'supprimer', 'supprime', 'supprimez', 'suppression définitive', 'confirmer la suppression', 'effacer', 'effacez', 'retirer',
    'détruire', 'désinstaller', 'vider la corbeille', 'vider', 'mettre à la corbeille', 'fermer le compte', 'clôturer le compte',
    'résilier', 'sans enregistrer', 'annuler la commande', 'annuler la réservation', 'annuler mon abonnement', 'annuler l abonnement',
    'désactiver le compte', 'écraser', 'abandonner les modifications', 'formater', 'se désabonner', 'quitter le groupe', 'annuler le voyage', 'restaurer la sauvegarde', 'licencier',
    'ne pas enregistrer', 'résiliez', 'décommander', 'dissoudre', 'purger', 'annuler et quitter', 'abandonner le cours',
    'se désinscrire', 'désinscription', 'sans sauvegarder', 'congédier', 'dépublier', 'revenir en arrière et', 'jeter',
    'mettre au rebut',
  ],
  pays: [
    'payer', 'payez', 'je paie', 'régler', 'acheter', 'achetez', 'j achète', 'commander', 'commandez', 'passer commande',
    'passer la commande', 'valider la commande', 'confirmer la commande', 'valider et payer', 'confirmer le paiement',
    'valider le paiement', 'effectuer le paiement', 'virer', 'effectuer le virement', 'valider le virement', 'faire un virement',
    's abonner', 'abonnez vous', 'réserver', 'réservez', 'confirmer la réservation', 'faire un don', 'donner maintenant', 'enchérir',
    'vendre', 'retirer de l argent', 'recharger', 'envoyer de l argent', 'souscrire', 'louer', 'renouveler', 'échanger', 'rembourser',
    'précommander', 'prendre rendez vous', 'fixer un rendez vous', 'essai gratuit', 'essayer gratuitement', 'essayez gratuitement',
    'miser', 'surenchérir', 'demander un remboursement', 's enregistrer pour le vol', 'cotiser', 'investir', 'prolonger', 'racheter',
    'verser', 'effectuer un retrait', 'j adhère', 'adhérer', 'devenir membre',
  ],
  sends: [
    'envoyer', 'envoyez', 'publier', 'publiez', 'poster', 'partager', 'partagez', 'répondre', 'répondre à tous', 'transférer',
    'inviter', 'invitez', 'déposer la demande', 'soumettre la demande', 'soumettre ma candidature', 'postuler', 'déployer', 'diffuser',
    'mettre en ligne', 'rendre public', 'tweeter', 'commenter', 'fusionner', 'déclarer',
    'rendre le devoir', 'remettre', 'transmettre', 'déposer', 'soumettre pour approbation', 'republier', 'signaler', 'contester',
    'appeler', 'prévenir', 'notifier', 'adresser', 'répondez', 'toute personne disposant du lien',
    'tous les utilisateurs disposant du lien', 'toute personne ayant le lien', 'passer en direct', 'lancer le direct',
    'programmer l envoi', 'réclamer', 'diffusez', 'je vote', 'voter pour', 'voter maintenant',
  ],
  agrees: [
    'j accepte', 'je suis d accord', 'je consens', 'signer', 'signez', 'je signe', 'accepter les conditions', 'accepter l offre',
    'accepter le contrat', 'accepter et', 'd accord et continuer', 'consentir', 'j approuve', 'lu et approuvé',
    'apposer ma signature', 'signer la pétition', 'contresigner', 'je certifie', 'j atteste', 'je déclare',
  ],
  transfers: [
    'transférer la propriété', 'céder', 'nommer administrateur', 'changer de propriétaire', 'autoriser', 'autoriser l accès',
    'accorder l accès', 'donner accès', 'attribuer le rôle', 'révoquer', 'déléguer',
    'donner procuration', 'nommer', 'mandater', 'promouvoir',
  ],
  configures: [
    'réinitialiser', 'changer le mot de passe', 'modifier le mot de passe', 'éteindre', 'redémarrer', 'se déconnecter', 'déconnexion',
    'bloquer', 'rétablir les paramètres', 'suspendre', 'bannir',
    'déverrouiller', 'désarmer', 'faire opposition', 'dissocier', 'désappairer', 'retour à la version', 'forcer la déconnexion',
    'exclure', 'expulser', 'flasher', 'arrêter le serveur', 'arrêt d urgence', 'exclure du groupe',
  ],
  past: { deletes: ['supprimé', 'supprimés'] },
  ambiguous: [
    'maintenant',
    'soumettre', 'valider', 'ok', 'continuer', 'confirmer', 'oui', 'terminer', 'poursuivre', 'approuver', 'suivant et', 'je comprends',
    'finaliser', 'procéder',
    'planifier', 'programmer', 's inscrire',
  ],
  mild: [
    'enregistrer', 'sauvegarder', 'appliquer', 'exécuter', 'téléverser', 'créer', 'ajouter', 'ouvrir', 'activer', 'mettre à jour',
    'modifier', 'démarrer', 'lancer', 'débloquer',
  ],
  accepts: ['accepter', 'tout accepter', 'd accord'],
  harmless: [
    'continuer mes achats', 'continuer la lecture', 'enregistrer le brouillon', 'appliquer les filtres', 'effacer les filtres',
    'supprimer le filtre', 'supprimer les filtres', 'ne pas supprimer', 'plus tard', 'pas maintenant', 'ajouter au panier', 'commander par', 'éléments supprimés',
    'vider la recherche', 'valider le panier', 'créer un compte', 'ajouter une ligne',
    'ouvrir le menu', 'ouvrir le fichier', 'ouvrir le lien', 'ouvrir les détails', 'mettre à jour la page', 'inverser les langues',
    'joindre', 'joindre un fichier', 'choisir un fichier', 'parcourir',
  ],
  irreversible: [
    'irréversible', 'ne peut pas être annulée', 'ne peut être annulée', 'ne peut pas être annulé', 'définitivement', 'définitive',
    'sera perdu', 'seront perdues', 'sera supprimé', 'seront supprimés',
  ],
  contracts: [
    'conditions', 'contrat', 'accord', 'bail', 'licence', 'cgu', 'cgv', 'consentement', 'offre', 'devis', 'conditions générales',
  ],
  payment: [
    'numéro de carte', 'carte bancaire', 'carte de crédit', 'cryptogramme', 'iban', 'numéro de compte', 'titulaire de la carte',
    'bénéficiaire', 'rib',
  ],
  amount: ['montant', 'total', 'somme', 'frais', 'à payer', 'total ttc'],
  recipient: ['à', 'destinataire', 'destinataires', 'e mail', 'adresse e mail', 'courriel', 'cc', 'invités', 'téléphone'],
  body: ['message', 'commentaire', 'publication', 'votre message', 'réponse', 'lettre de motivation', 'avis', 'quoi de neuf'],
  asks: ['comment', 'pourquoi', 'quand', 'puis', 'que', 'où', 'peut'],
  fillers: [
    'le', 'la', 'les', 'l', 'mon', 'ma', 'mes', 'votre', 'vos', 'ce', 'cette', 'un', 'une', 'tous', 'de', 'du', 'des', 'd', 'pour',
    'sur',
  ],
  everyone: ['public', 'tout le monde', 'publique'],
  bin: ['corbeille', 'poubelle', 'supprimer'],
  search: ['recherche', 'rechercher', 'filtre', 'filtres', 'filtrer', 'trier', 'fourchette de prix'],
  decides: ['approuver', 'refuser', 'rejeter', 'décliner', 'valider', 'approuve', 'refuse'],
  asked: [
    'demande', 'demandes', 'candidat', 'candidate', 'candidats', 'candidature', 'candidatures', 'invitation', 'congé', 'congés',
    'note de frais', 'notes de frais', 'absence', 'devis', 'proposition', 'réclamation', 'remboursement',
  ],
  guarded: [
    'pare feu', 'double authentification', 'authentification', 'dns', 'clé api', 'clés api', 'clé ssh', 'clés ssh', 'jetons',
    'certificats', 'certificat', 'autorisations', 'droits d accès', 'règles de sécurité', 'groupe de sécurité', 'vpn', 'webhooks',
    'chiffrement', 'alarme', 'serrure', 'porte', 'porte d entrée', 'portail', 'garage', 'coffre', 'routeur', 'variables d environnement',
    'redirection de ports', 'comptes de service', 'port ssh', 'ssh', 'rétention', 'quota',
  ],
  moves: ['virement', 'retrait', 'paiement', 'transfert', 'versement', 'règlement'],
  audience: [
    'visible par tous', 'visible par tout le monde', 'visible publiquement', 'abonnés', 'followers', 'destinataires', 'seront prévenus',
    'seront notifiés',
  ],
  enrols: ['s inscrire', 'm inscrire', 'je m inscris', 'inscrivez vous', 'participer', 'je participe', 'rejoindre'],
  places: [
    'cours', 'stage', 'atelier', 'séminaire', 'formation', 'conférence', 'événement', 'tournoi', 'course', 'yoga', 'excursion',
    'webinaire', 'étude',
  ],
  negates: ['ne pas', 'ne plus', 'ne jamais'],
  deeds: [
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
      verbs: [
        'quitter', 'quittez', 'dissoudre', 'sortir', 'archiver',
      ],
      things: [
        'groupe', 'équipe', 'canal', 'serveur', 'conversation', 'discussion', 'espace', 'guilde', 'communauté', 'organisation', 'projet',
        'chaîne', 'dépôt', 'club', 'association', 'classe', 'famille',
      ],
    },
    {
      does: 'deletes',
      verbs: [
        'vider', 'purger', 'nettoyer', 'tronquer', 'réinitialiser',
      ],
      things: [
        'table', 'tables', 'base', 'cache', 'historique', 'dossier', 'file', 'corbeille', 'données', 'journaux', 'boîte', 'index',
        'progression',
      ],
    },
    {
      does: 'deletes',
      verbs: [
        'restaurer', 'rétablir', 'revenir',
      ],
      things: [
        'sauvegarde', 'sauvegardes', 'instantané', 'version', 'copie', 'image', 'point de restauration',
      ],
    },
    {
      does: 'deletes',
      verbs: [
        'licencier', 'renvoyer', 'congédier',
      ],
      things: [
        'salarié', 'employé', 'collaborateur', 'salariée', 'employée', 'personnel',
      ],
    },
    {
      does: 'configures',
      verbs: [
        'terminer', 'détruire', 'arrêter', 'libérer', 'éteindre', 'redémarrer', 'désactiver', 'suspendre', 'mettre en pause', 'réduire',
        'redimensionner', 'migrer', 'basculer', 'mettre à jour', 'installer', 'réinstaller',
      ],
      things: [
        'instance', 'instances', 'serveur', 'serveurs', 'machine', 'conteneur', 'cluster', 'service', 'services', 'base',
        'environnement', 'volume', 'tâche', 'compte', 'système', 'nœud', 'processus', 'firmware', 'micrologiciel', 'pilote',
        'application', 'site', 'routeur',
      ],
    },
    {
      does: 'configures',
      verbs: [
        'désactiver', 'couper', 'suspendre', 'contourner', 'désarmer', 'activer', 'imposer', 'exiger',
      ],
      things: [
        'pare feu', 'alarme', 'antivirus', 'double authentification', 'authentification', 'chiffrement', 'protection', 'sauvegarde',
        'sauvegardes', 'capteur', 'vérification', 'contrôle parental', 'surveillance', 'validation en deux étapes', 'journalisation',
      ],
    },
    {
      does: 'configures',
      verbs: [
        'ouvrir', 'déverrouiller', 'débloquer',
      ],
      things: [
        'porte', 'portes', 'portail', 'garage', 'serrure', 'voiture', 'coffre', 'verrou', 'coffre fort',
      ],
    },
    {
      does: 'configures',
      verbs: [
        'geler', 'bloquer', 'désactiver', 'suspendre', 'mettre en opposition', 'débloquer',
      ],
      things: [
        'carte', 'cartes', 'compte', 'utilisateur', 'membre', 'contact', 'numéro',
      ],
    },
    {
      does: 'configures',
      verbs: [
        'dissocier', 'oublier', 'déconnecter', 'désappairer', 'jumeler',
      ],
      things: [
        'appareil', 'appareils', 'réseau', 'intégration', 'banque', 'montre',
      ],
    },
    {
      does: 'transfers',
      verbs: [
        'renouveler', 'régénérer', 'désactiver', 'invalider', 'révoquer', 'faire tourner',
      ],
      things: [
        'clé', 'clés', 'jeton', 'jetons', 'certificat', 'accès', 'identifiants', 'session', 'sessions',
      ],
    },
    {
      does: 'transfers',
      verbs: [
        'afficher', 'révéler', 'exporter', 'copier', 'voir',
      ],
      things: [
        'phrase secrète', 'phrase de récupération', 'clé privée', 'codes de secours', 'codes de récupération',
      ],
    },
    {
      does: 'transfers',
      verbs: [
        'nommer', 'désigner', 'définir', 'promouvoir', 'rendre',
      ],
      things: [
        'administrateur', 'admin', 'propriétaire', 'modérateur', 'administratrice',
      ],
    },
    {
      does: 'transfers',
      verbs: [
        'donner', 'accorder', 'octroyer', 'partager', 'déléguer',
      ],
      things: [
        'accès', 'droits', 'procuration', 'autorisation',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'prendre', 'fixer', 'confirmer', 'choisir', 'valider',
      ],
      things: [
        'rendez vous', 'rdv', 'créneau', 'place',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'demander', 'commander', 'solliciter',
      ],
      things: [
        'remboursement', 'avance', 'prêt', 'retrait', 'taxi', 'course', 'crédit', 'ordonnance', 'renouvellement',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'commencer', 'démarrer', 'essayer', 'activer', 'prolonger', 'lancer', 'débuter',
      ],
      things: [
        'essai', 'gratuitement', 'abonnement', 'stationnement', 'location', 'recharge', 'période d essai',
      ],
    },
    {
      does: 'sends',
      verbs: [
        'rendre', 'remettre', 'déposer', 'soumettre', 'transmettre', 'faire', 'introduire', 'adresser', 'ouvrir', 'déclarer',
      ],
      things: [
        'devoir', 'devoirs', 'travail', 'copie', 'dossier', 'demande', 'réclamation', 'plainte', 'déclaration', 'sinistre', 'formulaire',
        'candidature', 'recours', 'litige', 'copie d examen', 'objection',
      ],
    },
    {
      does: 'agrees',
      verbs: [
        'approuver', 'refuser', 'rejeter', 'valider', 'accepter', 'décliner',
      ],
      things: [
        'demande', 'demandes', 'congé', 'congés', 'note de frais', 'candidat', 'candidature', 'dépense', 'facture', 'offre', 'devis',
        'absence', 'invitation', 'proposition',
      ],
    },
    {
      does: 'harmless',
      verbs: [
        'effacer', 'supprimer', 'retirer', 'réinitialiser', 'enlever', 'vider',
      ],
      things: [
        'filtre', 'filtres', 'comparaison', 'comparateur', 'sélection', 'recherche', 'tri', 'mise en forme', 'surlignage', 'zoom',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'rediriger', 'reprogrammer', 'reporter', 'refuser', 'renvoyer', 'dérouter', 'retourner',
      ],
      things: [
        'colis', 'livraison', 'envoi', 'à l expéditeur', 'expéditeur',
      ],
    },
    {
      does: 'configures',
      verbs: [
        'démarrer', 'arrêter', 'allumer', 'préchauffer', 'couper', 'lancer',
      ],
      things: [
        'moteur', 'machine', 'pompe', 'four', 'chaudière', 'presse', 'convoyeur', 'ligne', 'turbine', 'vanne', 'arrosage', 'chauffage',
        'robot', 'drone', 'réacteur',
      ],
    },
    {
      does: 'deletes',
      verbs: [
        'revenir à', 'revenir', 'annuler', 'restaurer', 'défaire',
      ],
      things: [
        'révision', 'modification', 'modifications', 'commit', 'fusion', 'cette version', 'changements',
      ],
    },
    {
      does: 'sends',
      verbs: [
        'transmettre', 'déclarer', 'communiquer', 'signaler', 'saisir',
      ],
      things: [
        'relevé', 'relève', 'index', 'résultats', 'résultat', 'panne', 'heures', 'absence', 'compteur',
      ],
    },
    {
      does: 'deletes',
      verbs: [
        'résilier', 'couper', 'débrancher', 'interrompre',
      ],
      things: [
        'électricité', 'gaz', 'eau', 'ligne', 'internet', 'fourniture', 'alimentation', 'service', 'courant',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'confirmer', 'bloquer', 'garantir', 'retenir',
      ],
      things: [
        'table', 'place', 'places', 'chambre', 'présence', 'participation', 'tarif', 'prix', 'achat', 'enchère', 'retrait', 'date',
        'échange',
      ],
    },
    {
      does: 'agrees',
      verbs: [
        'exécuter', 'signifier', 'notarier', 'ratifier', 'authentifier', 'homologuer',
      ],
      things: [
        'acte', 'document', 'contrat', 'testament', 'jugement', 'ordre', 'assignation',
      ],
    },
    {
      does: 'transfers',
      verbs: [
        'porter', 'transférer', 'céder', 'libérer',
      ],
      things: [
        'numéro', 'mon numéro', 'ligne', 'domaine', 'compte', 'contrat', 'bail', 'licence',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'jouer', 'placer', 'valider', 'miser', 'doubler',
      ],
      things: [
        'grille', 'numéros', 'pari', 'mise', 'loto', 'jeu', 'ticket',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'devenir', 'adhérer', 'rejoindre',
      ],
      things: [
        'membre', 'adhérent', 'association', 'club', 'parti', 'mécène',
      ],
    },
    {
      does: 'transfers',
      verbs: [
        'ajouter', 'inviter', 'nommer', 'désigner',
      ],
      things: [
        'comme contributeur', 'contributeur', 'collaborateur', 'membre', 'éditeur', 'comme éditeur', 'participant', 'bénéficiaire',
        'comme administrateur',
      ],
    },
    {
      does: 'configures',
      verbs: [
        'exécuter', 'lancer', 'appliquer', 'déclencher', 'forcer',
      ],
      things: [
        'migration', 'script', 'macro', 'commande', 'pipeline', 'synchronisation', 'correctif', 'tâche planifiée',
      ],
    },
    {
      does: 'deletes',
      verbs: [
        'fermer', 'clôturer', 'terminer', 'clore',
      ],
      things: [
        'ticket', 'dossier', 'sondage', 'enchère', 'campagne', 'inscriptions', 'réunion pour tous', 'réunion', 'diffusion', 'annonce',
        'discussion',
      ],
    },
    {
      does: 'sends',
      verbs: [
        'lancer', 'démarrer', 'activer', 'programmer', 'promouvoir', 'booster',
      ],
      things: [
        'campagne', 'annonce', 'publicité', 'sondage', 'diffusion', 'enchère', 'newsletter', 'direct', 'enregistrement',
      ],
    },
    {
      does: 'sends',
      verbs: [
        'mettre', 'proposer',
      ],
      things: [
        'en vente', 'aux enchères', 'en location',
      ],
    },
    {
      does: 'configures',
      verbs: [
        'changer', 'modifier', 'réinitialiser', 'définir', 'ajouter',
      ],
      things: [
        'code pin', 'code', 'mot de passe', 'clé d accès', 'question secrète', 'e mail de connexion', 'authentificateur',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'encaisser', 'débloquer', 'émettre', 'augmenter', 'partager', 'solder', 'convertir', 'soutenir', 'marquer', 'capturer',
      ],
      things: [
        'paiement', 'remboursement', 'fonds', 'plafond', 'addition', 'note', 'devise', 'projet', 'comme payé', 'facture', 'argent',
        'découvert',
      ],
    },
    {
      does: 'harmless',
      verbs: [
        'désactiver', 'activer', 'couper', 'mettre', 'remettre',
      ],
      things: [
        'son', 'sous titres', 'musique', 'animations', 'mode sombre', 'lecture automatique', 'volume', 'micro',
      ],
    },
    {
      does: 'harmless',
      verbs: [
        'fusionner', 'scinder', 'figer', 'verrouiller', 'grouper', 'envoyer', 'déplacer',
      ],
      things: [
        'cellules', 'ligne', 'lignes', 'colonne', 'colonnes', 'volets', 'calque', 'calques', 'arrière plan', 'vers l arrière',
        'proportions',
      ],
    },
    {
      does: 'configures',
      verbs: [
        'verrouiller', 'masquer', 'épingler', 'restreindre', 'museler',
      ],
      things: [
        'sujet', 'fil', 'discussion', 'commentaires', 'auteur',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'finaliser', 'terminer', 'conclure', 'passer', 'confirmer', 'valider', 'envoyer', 'effectuer', 'autoriser',
      ],
      things: [
        'commande', 'achat', 'paiement', 'réservation', 'virement', 'transaction', 'vente',
      ],
    },
    {
      does: 'sends',
      verbs: [
        'déposer', 'passer', 'poster', 'publier', 'laisser', 'mettre', 'partager', 'soumettre',
      ],
      things: [
        'annonce', 'avis', 'commentaire', 'article', 'publication', 'vidéo', 'story', 'position', 'ma position', 'offre d emploi',
        'note',
      ],
    },
    {
      does: 'deletes',
      verbs: [
        'fermer', 'clôturer', 'supprimer', 'liquider', 'résilier', 'désactiver', 'jeter',
      ],
      things: [
        'compte', 'comptes', 'profil', 'à la corbeille', 'corbeille', 'à la poubelle',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'passer à', 'changer de', 'activer', 'souscrire à', 'ajouter',
      ],
      things: [
        'forfait', 'offre', 'abonnement', 'formule', 'option', 'roaming', 'facturation annuelle', 'premium',
      ],
    },
    {
      does: 'transfers',
      verbs: [
        'donner', 'accorder', 'attribuer', 'retirer', 'modifier', 'octroyer',
      ],
      things: [
        'droits', 'droits d administrateur', 'rôle', 'permissions', 'accès', 'licence', 'privilèges',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'demander', 'démarrer', 'initier', 'créer', 'enregistrer', 'faire', 'commencer',
      ],
      things: [
        'retour', 'un retour', 'échange', 'remplacement', 'un échange',
      ],
    },
    {
      does: 'transfers',
      verbs: [
        'activer', 'autoriser', 'créer', 'ouvrir', 'permettre',
      ],
      things: [
        'accès public', 'lecture publique', 'lien public', 'partage', 'partage par lien', 'accès anonyme', 'accès invité',
      ],
    },
    {
      does: 'transfers',
      verbs: [
        'ajouter', 'nommer', 'promouvoir', 'désigner',
      ],
      things: [
        'cotitulaire', 'co titulaire', 'signataire', 'mandataire', 'gérant', 'responsable', 'directeur', 'manager', 'tuteur', 'héritier',
      ],
    },
  ],
};
